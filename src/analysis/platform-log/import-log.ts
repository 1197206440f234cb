import type { BadLines } from "../simulation/bad-lines.ts";
import { badLineTally } from "../simulation/bad-lines.ts";
import { count, newTally, type Tally } from "../simulation/tally.ts";
import type { LogEntry, LoggedCall, LogNote } from "./log-entry.ts";

/** What a log came to; its size does not depend on the log. */
export interface LogSummary {
  /** Every record that could be read. */
  readonly records: number;
  /** Calls by what the policy said about them. */
  readonly answers: Readonly<Record<LoggedCall["answer"], number>>;
  /** Calls that the policy did not see, by the platform's word for why; the most frequent first. */
  readonly refusals: readonly { readonly reason: string; readonly calls: number }[];
  /** Runs by an approval of a held call that the log holds: the same call, so they are not imported again. */
  readonly runsByApproval: number;
  /** Records that are no calls. */
  readonly notes: Readonly<Record<LogNote["kind"], number>>;
  /** Imported calls by what the log holds of their arguments. */
  readonly extents: Readonly<Record<LoggedCall["extent"], number>>;
  /** Calls whose slug was redirected. */
  readonly redirected: number;
  /** Calls that were imported. */
  readonly imported: Tally;
  readonly badLines: BadLines;
}

/** Turns the entries of a log into calls, one by one, and counts everything. */
export interface LogImport {
  /** The call to import, if the entry is one. */
  take(entry: LogEntry): LoggedCall | undefined;
  result(): LogSummary;
}

/** So many threads are remembered in which an approval waits for its run. */
const keptThreads = 10_000;

/** So many threads are remembered in which a held call waits for its run, which can take days. */
const keptHeld = 200_000;

/** So many reasons are told apart; the others are counted together. */
const keptReasons = 100;

/**
 * An import of nothing yet. Calls that the policy did not see are left out unless `all` is set: under no policy would they
 * reach it. A call that runs by an approval given before counts once, as held: where the log holds the call that was approved, that is
 * it, else the run is.
 */
export function logImport(
  { all }: { readonly all: boolean },
  mostHeld: number = keptHeld,
): LogImport {
  const answers = { run: 0, hold: 0, block: 0, "not-reached": 0, unknown: 0 };
  const notes = { "carry-over": 0, approval: 0, "other-event": 0 };
  const extents = { none: 0, preview: 0, full: 0 };
  const refusals = new Map<string, number>();
  const imported = newTally();
  const badLines = badLineTally();
  const approved = new Set<string>();
  const held = new Map<string, number>();
  let runsByApproval = 0;
  let records = 0;
  let redirected = 0;

  const noted = ({ kind, thread }: LogNote): void => {
    notes[kind] += 1;
    if (kind !== "carry-over") return;
    const [oldest] = approved;
    if (oldest !== undefined && approved.size >= keptThreads) approved.delete(oldest);
    approved.add(thread);
  };

  const waits = (thread: string): void => {
    const [oldest] = held.keys();
    if (oldest !== undefined && held.size >= mostHeld) held.delete(oldest);
    held.set(thread, (held.get(thread) ?? 0) + 1);
  };

  /** Whether a held call of the thread has not run yet; now it has. */
  const hasWaited = (thread: string): boolean => {
    const waiting = held.get(thread);
    if (waiting === undefined) return false;
    if (waiting > 1) held.set(thread, waiting - 1);
    else held.delete(thread);
    return true;
  };

  const called = (logged: LoggedCall): LoggedCall | undefined => {
    const { thread, trail } = logged;
    const runs = logged.answer === "run" || logged.answer === "unknown";
    const isApproved = runs && approved.delete(thread);
    if (isApproved && hasWaited(thread)) {
      runsByApproval += 1;
      return undefined;
    }
    const answer = isApproved ? "hold" : logged.answer;
    if (logged.answer === "hold" && trail.decision !== "deny") waits(thread);
    answers[answer] += 1;
    if (answer === "not-reached") {
      // INVARIANT: a denial without a reason is `unknown`.
      const reason = logged.reason as string;
      const known = refusals.has(reason) || refusals.size < keptReasons ? reason : "other reasons";
      refusals.set(known, (refusals.get(known) ?? 0) + 1);
      if (!all) return undefined;
    }
    extents[logged.extent] += 1;
    if (logged.sentAs !== undefined) redirected += 1;
    count(imported, 1);
    return { ...logged, answer };
  };

  return {
    take(entry) {
      if (entry.kind === "bad-line") {
        badLines.take(entry);
        return undefined;
      }
      records += 1;
      if (entry.kind === "logged-call") return called(entry);
      noted(entry);
      return undefined;
    },
    result: () => ({
      records,
      answers,
      refusals: [...refusals]
        .map(([reason, calls]) => ({ reason, calls }))
        .sort((one, other) => other.calls - one.calls),
      runsByApproval,
      notes,
      extents,
      redirected,
      imported,
      badLines: badLines.result(),
    }),
  };
}
