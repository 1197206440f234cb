import type { StoreContext } from "../store-context.ts";
import { type Backlog, readBacklog, readNextDueAt } from "./backlog.ts";
import { backoffAfter } from "./backoff.ts";
import type { Claim } from "./claim.ts";
import { takeCommitTurn } from "./commit-turn.ts";
import { type Completion, completeWork, type Outcome } from "./complete-work.ts";
import { failureText } from "./failure-text.ts";
import { forgetWork } from "./forget-work.ts";
import { claimNextDue, renewLease } from "./lease.ts";
import { markDue } from "./mark-due.ts";
import { settle } from "./settle.ts";
import { readTrackedWork, type TrackedWork } from "./tracked-work.ts";
import type { WorkSubject } from "./work-subject.ts";

/**
 * One row for each subject, not one for each event: a later event raises the generation, so that what was judged
 * before it is superseded by construction. A lease keeps two workers apart, a token fences the one that lost it.
 */
export interface WorkQueue {
  /**
   * A subject that is due and that nobody holds, now held by this instance; undefined: none. Installations take turns,
   * so that one with much work does not keep the others waiting; within one, the longest due comes first.
   */
  claim(): Promise<Claim | undefined>;
  /** Prolongs the lease to its whole length from now. False: the claim is fenced, stop. */
  heartbeat(claim: Claim): Promise<boolean>;
  /**
   * Asked just before each write to GitHub. `current`: no event came since the claim, nobody else holds the subject,
   * and the lease has its whole length from now. `superseded`: an event came. `fenced`: the claim is lost.
   */
  stillCurrent(claim: Claim): Promise<"current" | "superseded" | "fenced">;
  /**
   * Takes the turn for a commit that several subjects may share, until the claim ends. False: another claim that lives
   * has it.
   */
  takeCommit(claim: Claim, headSha: string): Promise<boolean>;
  /**
   * Ends the claim and writes its outcome in one transaction. A fenced claim writes nothing. The subject stays due
   * when an event came meanwhile. Rejects, and writes nothing, when the outcome holds a second verdict.
   */
  complete(claim: Claim, outcome?: Outcome): Promise<Completion>;
  /**
   * Ends the claim without an outcome; the subject is due again at `retryAt` (milliseconds, or `never`: with its next
   * event), without it after 1 s, 2 s, 4 s, … at most 5 min, and at once when an event came meanwhile. False: the claim
   * is fenced, nothing is written.
   */
  fail(
    claim: Claim,
    error: unknown,
    retry?: { readonly retryAt?: number | "never" },
  ): Promise<boolean>;
  /** Ends the claim as if it had not been made: due at once, no attempt counted. False: the claim is fenced. */
  release(claim: Claim): Promise<boolean>;
  /**
   * Makes the subject due at `dueAt` (milliseconds; now when absent), or when it was due before if that is earlier,
   * under a new generation. A time ahead spreads a sweep of many.
   */
  enqueue(subject: WorkSubject, schedule?: { readonly dueAt?: number }): Promise<void>;
  /** When the next subject can be claimed, if no event comes; undefined: never. It may lie in the past. */
  nextDueAt(): Promise<number | undefined>;
  /** How much work there is now. */
  backlog(): Promise<Backlog>;
  /**
   * Calls `listener` when an accepted delivery or `enqueue` has made something due, until the returned function is
   * called. Of what another process has made due PostgreSQL tells soon and as a rule, SQLite never: poll as well.
   */
  onDue(listener: () => void): () => void;
  /** The subjects of an installation, or of one repository of it, that are not closed. */
  subjectsOf(installationId: number, repositoryId?: number): Promise<readonly TrackedWork[]>;
  /**
   * The installation is gone, or the one repository of it: none of its subjects is due until its next event, and who
   * works on one is fenced. Nothing is deleted.
   */
  forgetInstallation(installationId: number, repositoryId?: number): Promise<void>;
}

/** The work queue of a store. */
export function workQueue(context: StoreContext): WorkQueue {
  const { db, now, due } = context;
  return {
    claim: () => claimNextDue(context),
    heartbeat: async (claim) => (await renewLease(context, claim)) !== undefined,
    stillCurrent: async (claim) => {
      const generation = await renewedNow(context, claim);
      if (generation === undefined) return "fenced";
      return generation === claim.generation ? "current" : "superseded";
    },
    takeCommit: (claim, headSha) => takeCommitTurn(context, claim, headSha),
    complete: (claim, outcome = {}) => completeWork(context, claim, outcome),
    fail: async (claim, error, retry = {}) => {
      const at = await now(db);
      const { retryAt = at + backoffAfter(claim.attempts) } = retry;
      const failed = {
        nextRunAt: retryAt === "never" ? null : retryAt,
        now: at,
        also: { last_error: failureText(error) },
        closed: false,
      };
      return (await settle(db, claim, failed)) !== undefined;
    },
    release: async (claim) => {
      const also = { attempts: claim.attempts - 1 };
      const at = await now(db);
      const released = { nextRunAt: at, now: at, also, closed: false };
      return (await settle(db, claim, released)) !== undefined;
    },
    enqueue: async (subject, schedule = {}) => {
      await markDue(db, [subject], schedule.dueAt ?? (await now(db)));
      due.signal();
    },
    nextDueAt: () => readNextDueAt(context),
    backlog: () => readBacklog(context),
    onDue: (listener) => due.subscribe(listener),
    subjectsOf: (installationId, repositoryId) =>
      readTrackedWork(context, installationId, repositoryId),
    forgetInstallation: (installationId, repositoryId) =>
      forgetWork(context, installationId, repositoryId),
  };
}

/** Asks again when the answer is old: a process that was paused meanwhile may have lost what it was just given. */
async function renewedNow(context: StoreContext, claim: Claim): Promise<number | undefined> {
  for (;;) {
    const asked = performance.now();
    const generation = await renewLease(context, claim);
    if (performance.now() - asked < context.leaseMs / 2) return generation;
  }
}
