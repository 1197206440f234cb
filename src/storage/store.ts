import { hostname } from "node:os";
import { Kysely } from "kysely";
import { type ApprovalLedger, approvalLedger } from "./approvals/approval-ledger.ts";
import { type OverrideLedger, overrideLedger } from "./approvals/override-ledger.ts";
import { retryWhileBusy } from "./busy-retry.ts";
import { type DecisionLog, decisionLog } from "./decisions/decision-log.ts";
import { takeTurn } from "./decisions/log-chain.ts";
import { type DeliveryInbox, deliveryInbox } from "./delivery-inbox.ts";
import type { DueChannel, StoreDialect } from "./dialect/dialect.ts";
import { failureReason } from "./failure-reason.ts";
import { migrate } from "./migrations/migrate.ts";
import { type KnownPeople, knownPeople } from "./people/known-people.ts";
import { type Publications, publications } from "./publications.ts";
import { type SetupProblems, setupProblems } from "./setup-problems.ts";
import type { StoreContext } from "./store-context.ts";
import { StoreError } from "./store-error.ts";
import { openingOf } from "./store-opening.ts";
import { type SweepSchedule, sweepSchedule } from "./sweeps/sweep-schedule.ts";
import type { StoreTables } from "./tables.ts";
import { type TrustBranches, trustBranches } from "./trust-branch/trust-branches.ts";
import { type WeekReports, weekReports } from "./week-reports.ts";
import { createDueSignal } from "./work/due-signal.ts";
import { releaseLeasesOf } from "./work/lease.ts";
import { type WorkQueue, workQueue } from "./work/work-queue.ts";

/** The state that outlives a request. */
export interface Store {
  readonly inbox: DeliveryInbox;
  readonly work: WorkQueue;
  readonly approvals: ApprovalLedger;
  readonly overrides: OverrideLedger;
  readonly decisions: DecisionLog;
  readonly publications: Publications;
  readonly people: KnownPeople;
  readonly trust: TrustBranches;
  readonly sweeps: SweepSchedule;
  readonly setupProblems: SetupProblems;
  readonly weekReports: WeekReports;
  /** Resolves when the store can write, rejects when it cannot. */
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
  const { open, isBusy, pause, name, help } = openingOf(url);
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
    overrides: overrideLedger(context),
    decisions: decisionLog(context),
    publications: publications(context),
    people: knownPeople(context),
    trust: trustBranches(context),
    sweeps: sweepSchedule(context),
    setupProblems: setupProblems(context),
    weekReports: weekReports(context),
    ping: async () => {
      // A store that answers but cannot write, on a full disk or a standby server, takes no event.
      await db.transaction().execute(takeTurn);
    },
    close: async () => {
      await channel.close();
      await db.destroy();
    },
  };
}
