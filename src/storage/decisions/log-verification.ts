import type { Kysely } from "kysely";
import type { LogProof, LogProofFault } from "../../report/log-proof-report.ts";
import type { StoreTables } from "../tables.ts";
import { everyLine } from "./every-line.ts";
import { genesis, lineHash } from "./log-chain.ts";

const MOST_FAULTS = 100;

/**
 * Walks over the whole log and proves that each line is as it was written and follows the line before it. `expected` is
 * the hash of a line that was seen earlier: that the log goes on from it is proved too, which a log that was cut off or
 * written anew cannot. Lines that are appended meanwhile are no fault. With 100 faults the walk ends.
 */
export async function verifyLog(db: Kysely<StoreTables>, expected?: string): Promise<LogProof> {
  const written = await db
    .selectFrom("log_head")
    .select(["hash", "lines"])
    .executeTakeFirstOrThrow();
  const faults: LogProofFault[] = [];
  const sought = new Set([written.hash, ...(expected === undefined ? [] : [expected])]);
  sought.delete(genesis);
  let lines = 0;
  let head: LogProof["head"];
  for await (const line of everyLine(db)) {
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
