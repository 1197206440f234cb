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

/** So many reasons are told apart; the others are counted together. */
const keptReasons = 100;

/**
 * An import of nothing yet. Calls that the policy did not see are left out unless `all` is set: under no policy would they
 * reach it. A call that runs by an approval given before counts once, as held.
 */
export function logImport({ all }: { readonly all: boolean }): LogImport {
  const answers = { run: 0, hold: 0, block: 0, "not-reached": 0, unknown: 0 };
  const notes = { "carry-over": 0, approval: 0, "other-event": 0 };
  const extents = { none: 0, preview: 0, full: 0 };
  const refusals = new Map<string, number>();
  const imported = newTally();
  const badLines = badLineTally();
  const approved = new Set<string>();
  let records = 0;
  let redirected = 0;

  const noted = ({ kind, thread }: LogNote): void => {
    notes[kind] += 1;
    if (kind !== "carry-over") return;
    const [oldest] = approved;
    if (oldest !== undefined && approved.size >= keptThreads) approved.delete(oldest);
    approved.add(thread);
  };

  const called = (logged: LoggedCall): LoggedCall | undefined => {
    const runs = logged.answer === "run" || logged.answer === "unknown";
    const answer = runs && approved.delete(logged.thread) ? "hold" : logged.answer;
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
      notes,
      extents,
      redirected,
      imported,
      badLines: badLines.result(),
    }),
  };
}
