import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, sql } from "kysely";
import { type ApprovalLedger, approvalLedger } from "./approvals/approval-ledger.ts";
import { retryWhileBusy } from "./busy-retry.ts";
import { type DecisionLog, decisionLog } from "./decisions/decision-log.ts";
import { type DeliveryInbox, deliveryInbox } from "./delivery-inbox.ts";
import type { DueChannel, StoreDialect } from "./dialect/dialect.ts";
import { openPostgres } from "./dialect/postgres.ts";
import { isPostgresAway } from "./dialect/postgres-away.ts";
import { isSqliteBusy, openSqlite } from "./dialect/sqlite.ts";
import { failureReason } from "./failure-reason.ts";
import { migrate } from "./migrations/migrate.ts";
import { type Publications, publications } from "./publications.ts";
import type { StoreContext } from "./store-context.ts";
import { StoreError } from "./store-error.ts";
import { readStoreUrl, type StoreAddress } from "./store-url.ts";
import type { StoreTables } from "./tables.ts";
import { createDueSignal } from "./work/due-signal.ts";
import { releaseLeasesOf } from "./work/lease.ts";
import { type WorkQueue, workQueue } from "./work/work-queue.ts";

/** The state that outlives a request. */
export interface Store {
  readonly inbox: DeliveryInbox;
  readonly work: WorkQueue;
  readonly approvals: ApprovalLedger;
  readonly decisions: DecisionLog;
  readonly publications: Publications;
  /** Resolves when the store answers, rejects when it does not. */
  ping(): Promise<void>;
  /** Ends the connection; every later call rejects. Closing twice is harmless. */
  close(): Promise<void>;
}

export interface StoreOptions {
  /**
   * Milliseconds since the epoch; when absent the clock of the database on PostgreSQL, which all instances agree on,
   * and the system clock on SQLite.
   */
  readonly now?: () => number;
  /**
   * Name of this instance, the owner of its leases; the host name when absent. Instances that run at the same time
   * need different names, or the start of one takes the leases of the other.
   */
  readonly instance?: string;
  /** How long a claim lasts without a heartbeat, in milliseconds; 45 000 when absent. */
  readonly leaseMs?: number;
  /** After how long accepting a delivery gives up, in milliseconds; 8 000 when absent, below Probot's own 9 s. */
  readonly acceptLimitMs?: number;
}

/** How a store of one kind is opened. */
interface Opening {
  readonly open: () => Promise<StoreDialect>;
  /** True for an error that says that the same may succeed a moment later. */
  readonly isBusy: (error: unknown) => boolean;
  /** Waits before the next of twenty attempts; absent: a moment. */
  readonly pause?: () => Promise<void>;
  /** The store, for messages; never with a password. */
  readonly name: string;
  readonly help: string;
}

function openingOf(address: StoreAddress): Opening {
  switch (address.kind) {
    case "sqlite":
      return {
        open: () => openSqlite(address.path),
        isBusy: isSqliteBusy,
        name: `store \`${address.path}\``,
        help: "check that the path is a database of countersign, or does not exist yet, and that it can be written",
      };
    case "postgres":
      return {
        open: () => openPostgres(address.url),
        isBusy: isPostgresAway,
        // A server that starts together with this instance takes seconds.
        pause: () => sleep(400),
        name: "`postgres:` store",
        help: "check that the server runs and can be reached, that user, password and database are right, and that the user may create tables",
      };
  }
}

/**
 * Opens the store at `sqlite:PATH`, `sqlite::memory:`, `postgres://…` or `postgresql://…`, creates what is missing,
 * brings the schema up to date and releases the leases that this instance held before. Several processes may share a
 * file, and several machines a PostgreSQL database; within one process, open a file once, because a second connection
 * waits for the first without letting it go on. A PostgreSQL server that does not answer at first is waited for, about
 * 8 seconds; one that goes away later is connected to again when it is back, and what is asked meanwhile rejects.
 *
 * Rejects with a `StoreError` when the address is not one of these, `better-sqlite3` is not installed, the store was
 * written by a newer version, or the database cannot be opened. It never tells the password of an address.
 */
export async function openStore(url: string, options: StoreOptions = {}): Promise<Store> {
  const { open, isBusy, pause, name, help } = openingOf(readStoreUrl(url));
  try {
    return await retryWhileBusy(async () => await start(await open(), options), isBusy, pause);
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw new StoreError(`the ${name} cannot be opened: ${failureReason(cause)}`, help, { cause });
  }
}

async function start(dialect: StoreDialect, options: StoreOptions): Promise<Store> {
  const db = new Kysely<StoreTables>({ dialect: dialect.dialect });
  const { now } = options;
  const own = createDueSignal();
  try {
    const instance = options.instance ?? hostname();
    await dialect.migrating(db, (patient) => migrate(patient, dialect));
    await releaseLeasesOf(db, instance);
    const channel = await dialect.openChannel(own.signal);
    return storeOn(
      {
        db,
        now: now === undefined ? dialect.now : async () => now(),
        instance,
        leaseMs: options.leaseMs ?? 45_000,
        acceptLimitMs: options.acceptLimitMs ?? 8_000,
        due: {
          subscribe: own.subscribe,
          signal: () => {
            own.signal();
            channel.announce();
          },
        },
        locksRows: dialect.locksRows,
        isAway: dialect.isAway,
      },
      channel,
    );
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

function storeOn(context: StoreContext, channel: DueChannel): Store {
  const { db } = context;
  return {
    inbox: deliveryInbox(context),
    work: workQueue(context),
    approvals: approvalLedger(context),
    decisions: decisionLog(context),
    publications: publications(context),
    ping: async () => {
      await sql`select 1`.execute(db);
    },
    close: async () => {
      await channel.close();
      await db.destroy();
    },
  };
}
