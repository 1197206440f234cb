import { hostname } from "node:os";
import { Kysely, sql } from "kysely";
import { type ApprovalLedger, approvalLedger } from "./approvals/approval-ledger.ts";
import { retryWhileBusy } from "./busy-retry.ts";
import { type DecisionLog, decisionLog } from "./decisions/decision-log.ts";
import { type DeliveryInbox, deliveryInbox } from "./delivery-inbox.ts";
import type { StoreDialect } from "./dialect/dialect.ts";
import { isSqliteBusy, openSqlite } from "./dialect/sqlite.ts";
import { migrate } from "./migrations/migrate.ts";
import { type Publications, publications } from "./publications.ts";
import type { StoreContext } from "./store-context.ts";
import { StoreError } from "./store-error.ts";
import { sqlitePath } from "./store-url.ts";
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
  /** Milliseconds since the epoch; the system clock when absent. */
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

/**
 * Opens the store at `sqlite:PATH` or `sqlite::memory:`, creates what is missing, brings the schema up to date and
 * releases the leases that this instance held before. Several processes may share a file; within one process, open a
 * file once, because a second connection waits for the first without letting it go on.
 *
 * Rejects with a `StoreError` when the address is not one of these, `better-sqlite3` is not installed, the store was
 * written by a newer version, or the file cannot be opened.
 */
export async function openStore(url: string, options: StoreOptions = {}): Promise<Store> {
  const path = sqlitePath(url);
  try {
    return await retryWhileBusy(
      async () => await start(await openSqlite(path), options),
      isSqliteBusy,
    );
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StoreError(
      `the store \`${path}\` cannot be opened: ${reason}`,
      "check that the path is a database of countersign, or does not exist yet, and that it can be written",
      { cause },
    );
  }
}

async function start(dialect: StoreDialect, options: StoreOptions): Promise<Store> {
  const db = new Kysely<StoreTables>({ dialect: dialect.dialect });
  const context: StoreContext = {
    db,
    now: options.now ?? Date.now,
    instance: options.instance ?? hostname(),
    leaseMs: options.leaseMs ?? 45_000,
    acceptLimitMs: options.acceptLimitMs ?? 8_000,
    due: createDueSignal(),
  };
  try {
    await migrate(db, dialect);
    await releaseLeasesOf(db, context.instance);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return {
    inbox: deliveryInbox(context),
    work: workQueue(context),
    approvals: approvalLedger(context),
    decisions: decisionLog(context),
    publications: publications(context),
    ping: async () => {
      await sql`select 1`.execute(db);
    },
    close: async () => await db.destroy(),
  };
}
