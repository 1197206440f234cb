import { Kysely, PostgresDialect, sql } from "kysely";
import type { ClientConfig, Pool, PoolConfig } from "pg";
import type { StoreTables } from "../tables.ts";
import type { Access, StoreDialect } from "./dialect.ts";
import { exactInteger } from "./exact-integer.ts";
import { impatientSocket } from "./impatient-socket.ts";
import { isPostgresAway } from "./postgres-away.ts";
import { openPostgresChannel } from "./postgres-channel.ts";

const MOST_CONNECTIONS = 10;
/** Below the limit of accepting, so that what was given up also ends. */
const CONNECT_LIMIT_MS = 5_000;
const STATEMENT_LIMIT_MS = 5_000;
/** An instance that is paused in a transaction must not keep its rows from the others. */
const IDLE_IN_TRANSACTION_LIMIT_MS = 5_000;
/** Longer than any statement may take, and than an idle connection is kept. */
const SILENCE_LIMIT_MS = 15_000;

const BIGINT = 20;

/** What was acknowledged is on disk, and a statement sees what others have committed, whatever the server's default. */
const SESSION = "-c synchronous_commit=on -c default_transaction_isolation=read\\ committed";

/** Survives the loss of a connection: the pool makes new ones. Without listeners such an error would end the process. */
function surviving(pool: Pool): Pool {
  const nobodyWaits = (): void => undefined;
  pool.on("error", nobodyWaits);
  pool.on("connect", (client) => client.on("error", nobodyWaits));
  return pool;
}

/**
 * Opens a PostgreSQL database. Connections are made when they are needed, again after the server was gone, and at most
 * ten at a time; one more listens for the other instances. Connecting, a statement and a pause within a transaction
 * may take 5 seconds each, changes of the schema as long as they need. Each commit is on disk when it is confirmed.
 *
 * A setting in the query of the address wins over those of this module. Nothing is asked of the server yet.
 */
export async function openPostgres(url: string, access: Access = "write"): Promise<StoreDialect> {
  const { default: pg } = await import("pg");
  const patient: ClientConfig = {
    connectionString: url,
    application_name: "countersign",
    options: access === "write" ? SESSION : `${SESSION} -c default_transaction_read_only=on`,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    types: {
      getTypeParser: (type, format) =>
        type === BIGINT ? exactInteger : pg.types.getTypeParser(type, format),
    },
  };
  const hurried: PoolConfig = {
    ...patient,
    max: MOST_CONNECTIONS,
    statement_timeout: STATEMENT_LIMIT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_LIMIT_MS,
    stream: () => impatientSocket(SILENCE_LIMIT_MS),
  };
  return {
    dialect: new PostgresDialect({ pool: surviving(new pg.Pool(hurried)) }),
    text: sql<string>`text collate "C"`,
    addSequence: (table) =>
      table.addColumn("seq", "bigint", (column) => column.generatedAlwaysAsIdentity().primaryKey()),
    makeAppendOnly,
    makeChangeable: async (db, table) => {
      // The triggers go with their function.
      await sql`drop function ${sql.id(`refuse_change_of_${table}`)}() cascade`.execute(db);
    },
    migrating: async (_db, change) => {
      const pool = surviving(new pg.Pool({ ...patient, max: 1 }));
      const db = new Kysely<StoreTables>({ dialect: new PostgresDialect({ pool }) });
      try {
        await change(db);
      } finally {
        await db.destroy();
      }
    },
    schemaOf: async (db) => {
      const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(
        db,
      );
      return rows[0]?.name ?? undefined;
    },
    now: readServerClock,
    locksRows: true,
    isAway: isPostgresAway,
    openChannel: (heard) => openPostgresChannel(() => new pg.Client(patient), heard),
  };
}

async function makeAppendOnly(db: Kysely<unknown>, table: string): Promise<void> {
  const refuse = sql.id(`refuse_change_of_${table}`);
  const body = sql.lit(`begin raise exception '\`${table}\` is append-only'; end`);
  await sql`create function ${refuse}() returns trigger language plpgsql as ${body}`.execute(db);
  for (const [name, on] of [
    ["change", sql`update or delete on ${sql.table(table)} for each row`],
    ["truncate", sql`truncate on ${sql.table(table)} for each statement`],
  ] as const) {
    const trigger = sql.id(`${table}_refuses_${name}`);
    await sql`create trigger ${trigger} before ${on} execute function ${refuse}()`.execute(db);
  }
}

async function readServerClock(db: Kysely<StoreTables>): Promise<number> {
  const { at } = await db
    .selectNoFrom(sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`.as("at"))
    .executeTakeFirstOrThrow();
  return at;
}
