import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { canonicalJson } from "../../policy/canonical-json.ts";
import type { DecisionTable, StoreTables } from "../tables.ts";

/** Everything of a line that its hash covers: all columns but its number and the chain's own. */
export type ChainedColumns = Omit<DecisionTable, "seq" | "hash" | "previous_hash">;

/** What the first line follows. */
export const genesis = "";

/**
 * The hash of a line: of the hash of the line before it and of its own columns in canonical form (RFC 8785), SHA-256 in
 * hex. Whoever changes, removes, inserts or moves a line changes every hash from there on.
 */
export function lineHash(previous: string, line: ChainedColumns): string {
  const { at, kind, repository_id, pull_number, head_sha, base_sha } = line;
  const { work_key, generation, token, verdict, body } = line;
  const columns = { at, kind, repository_id, pull_number, head_sha, base_sha };
  const canonical = canonicalJson({
    ...columns,
    ...{ work_key, generation, token, verdict, body, previous },
  });
  return createHash("sha256").update(canonical).digest("hex");
}

/**
 * Waits for the turn to append to the log and keeps it until the transaction ends; returns the hash of the last line.
 * A transaction that locks other rows as well and may append takes its turn before them, so that two of them never wait
 * for each other. Taking it again is harmless.
 */
export async function takeTurn(transaction: Kysely<StoreTables>): Promise<string> {
  const { hash } = await transaction
    .updateTable("log_head")
    .set({ id: 1 })
    .returning("hash")
    .executeTakeFirstOrThrow();
  return hash;
}

/** Adds a line to the end of the chain. To be called within a transaction. */
export async function appendToChain(
  transaction: Kysely<StoreTables>,
  line: ChainedColumns,
): Promise<void> {
  const previous = await takeTurn(transaction);
  const stored = asStored(line);
  const hash = lineHash(previous, stored);
  await transaction
    .insertInto("decision")
    .values({ ...stored, previous_hash: previous, hash })
    .execute();
  await transaction.updateTable("log_head").set({ hash, lines: sql`lines + 1` }).execute();
}

/** Text as a database gives it back: half of a character is written as the sign for one that cannot be read. */
function asStored(line: ChainedColumns): ChainedColumns {
  const text = <T extends string | null>(value: T): T =>
    (value === null ? value : Buffer.from(value).toString()) as T;
  return {
    ...line,
    head_sha: text(line.head_sha),
    base_sha: text(line.base_sha),
    work_key: text(line.work_key),
    verdict: text(line.verdict),
    body: text(line.body),
  };
}
