import type { Kysely } from "kysely";
import type { StoreTables } from "../tables.ts";
import { genesis, lineHash } from "./log-chain.ts";

const PORTION = 500;
const MOST_FAULTS = 100;

/** Where the log is not what was written. */
export type LogFault =
  /** The line does not fit its own hash. */
  | { readonly kind: "changed"; readonly seq: number }
  /** The line does not follow the one that stands before it. */
  | {
      readonly kind: "unlinked";
      readonly seq: number;
      /** The line that stands before it; absent: it is the first. */
      readonly after?: number;
      /** The line that it was written after; absent: no such line is there. */
      readonly follows?: number;
    }
  /** The line that was written last is not there. */
  | { readonly kind: "cut"; readonly lines: number; readonly written: number }
  /** No line has the hash that the caller knows. */
  | { readonly kind: "not-continued"; readonly hash: string };

/** What a walk over the whole log found. */
export interface LogVerification {
  /** Lines that were looked at. */
  readonly lines: number;
  /** The last of them, to be kept outside of the store; absent: the log is empty. */
  readonly head?: { readonly seq: number; readonly hash: string };
  /** In the order of the log, at most 100; then the walk ends there. */
  readonly faults: readonly LogFault[];
}

/**
 * Walks over the whole log and proves that each line is as it was written and follows the line before it. `expected` is
 * the hash of a line that was seen earlier: that the log goes on from it is proved too, which a log that was cut off or
 * written anew cannot. Lines that are appended meanwhile are no fault.
 */
export async function verifyLog(
  db: Kysely<StoreTables>,
  expected?: string,
): Promise<LogVerification> {
  const written = await db
    .selectFrom("log_head")
    .select(["hash", "lines"])
    .executeTakeFirstOrThrow();
  const faults: LogFault[] = [];
  const sought = new Set([written.hash, ...(expected === undefined ? [] : [expected])]);
  sought.delete(genesis);
  let lines = 0;
  let head: LogVerification["head"];
  for await (const line of linesOf(db)) {
    lines += 1;
    sought.delete(line.hash);
    if (lineHash(line.previous_hash, line) !== line.hash) {
      faults.push({ kind: "changed", seq: line.seq });
    }
    if (line.previous_hash !== (head?.hash ?? genesis)) {
      faults.push({
        kind: "unlinked",
        seq: line.seq,
        ...(head === undefined ? {} : { after: head.seq }),
        ...(await predecessorOf(db, line.previous_hash)),
      });
    }
    head = { seq: line.seq, hash: line.hash };
    if (faults.length >= MOST_FAULTS) return { lines, head, faults: faults.slice(0, MOST_FAULTS) };
  }
  if (sought.delete(written.hash)) faults.push({ kind: "cut", lines, written: written.lines });
  for (const hash of sought) faults.push({ kind: "not-continued", hash });
  return { lines, ...(head === undefined ? {} : { head }), faults };
}

async function* linesOf(db: Kysely<StoreTables>) {
  let last = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = await db
      .selectFrom("decision")
      .selectAll()
      .where("seq", ">", last)
      .orderBy("seq")
      .limit(PORTION)
      .execute();
    for (const row of rows) {
      yield row;
      last = row.seq;
    }
    if (rows.length < PORTION) return;
  }
}

/** The line with a hash, looked for only where the chain is broken. */
async function predecessorOf(
  db: Kysely<StoreTables>,
  hash: string,
): Promise<{ readonly follows?: number }> {
  const row = await db
    .selectFrom("decision")
    .select("seq")
    .where("hash", "=", hash)
    .executeTakeFirst();
  return row === undefined ? {} : { follows: row.seq };
}
