import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type BetterSqlite3 from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  sql,
} from "kysely";
import { StoreError } from "../store-error.ts";
import type { Access, StoreDialect } from "./dialect.ts";

const BUSY_TIMEOUT_MS = 5_000;

/** Takes the write lock when a transaction begins; a lock that is taken later fails under load instead of waiting. */
class ImmediateSqliteDriver extends SqliteDriver {
  readonly #database: BetterSqlite3.Database;

  constructor(database: BetterSqlite3.Database) {
    super({ database });
    this.#database = database;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    requireFile(this.#database);
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A full disk rolls back by itself; a second rollback would fail and hide the reason.
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** The file of each open database, as the system numbers files. */
const files = new WeakMap<BetterSqlite3.Database, number>();

/** A deleted file takes all that is written, and is gone with the process: nothing may be acknowledged into it. */
function requireFile(database: BetterSqlite3.Database): void {
  const file = files.get(database);
  if (file === undefined) return;
  if (statSync(database.name, { throwIfNoEntry: false })?.ino === file) return;
  throw new StoreError(
    `the file \`${database.name}\` of the store was moved or deleted while the app runs`,
    "put it back, or start the app again to begin with the file that is there",
  );
}

/** SQLite rolls back changes of the schema; with it a migration is all or nothing, and one process at a time. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: BetterSqlite3.Database;

  constructor(database: BetterSqlite3.Database) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#database);
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalSqliteAdapter();
  }
}

async function loadDriver(): Promise<typeof BetterSqlite3> {
  try {
    return (await import("better-sqlite3")).default;
  } catch (cause) {
    throw new StoreError(
      "the package `better-sqlite3`, which a `sqlite:` store needs, cannot be loaded",
      "install it with `npm install better-sqlite3`",
      { cause },
    );
  }
}

/** True for an error of SQLite that says that another connection holds the lock. */
export function isSqliteBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    /^SQLITE_(BUSY|LOCKED)/.test(error.code)
  );
}

function connect(Driver: typeof BetterSqlite3, path: string): BetterSqlite3.Database {
  if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const database = new Driver(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.pragma("journal_mode = WAL");
    // FULL: what was acknowledged survives a power cut, not only a crash.
    database.pragma("synchronous = FULL");
    if (path !== ":memory:") files.set(database, statSync(path).ino);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function connectToRead(Driver: typeof BetterSqlite3, path: string): BetterSqlite3.Database {
  return new Driver(path, { timeout: BUSY_TIMEOUT_MS, readonly: true, fileMustExist: true });
}

/**
 * Opens a SQLite database, `:memory:` or a file, whose folder is created. The journal is written ahead, every commit
 * reaches the disk, and every transaction holds the write lock from its start. Only to read it, the file must be there.
 *
 * Throws a `StoreError` when `better-sqlite3` is not installed, and what SQLite or the file system threw otherwise.
 */
export async function openSqlite(path: string, access: Access = "write"): Promise<StoreDialect> {
  const Driver = await loadDriver();
  const database = access === "write" ? connect(Driver, path) : connectToRead(Driver, path);
  return {
    dialect: new ImmediateSqliteDialect(database),
    text: "text",
    addSequence: (table) =>
      table.addColumn("seq", "integer", (column) => column.primaryKey().autoIncrement()),
    makeAppendOnly: async (db, table) => {
      for (const action of ["update", "delete"]) {
        const trigger = sql.id(`${table}_refuses_${action}`);
        const refusal = sql.lit(`\`${table}\` is append-only`);
        await sql`create trigger ${trigger} before ${sql.raw(action)} on ${sql.table(table)} begin select raise(abort, ${refusal}); end`.execute(
          db,
        );
      }
    },
    makeChangeable: async (db, table) => {
      for (const action of ["update", "delete"]) {
        await sql`drop trigger ${sql.id(`${table}_refuses_${action}`)}`.execute(db);
      }
    },
    migrating: (db, change) => change(db),
    schemaOf: async () => undefined,
    now: async () => Date.now(),
    // The whole database is locked: there is nothing to step over.
    locksRows: false,
    // A file does not go away and come back.
    isAway: () => false,
    // Other processes poll: SQLite has nothing to tell them with.
    openChannel: async () => ({ announce: () => undefined, close: async () => undefined }),
  };
}
