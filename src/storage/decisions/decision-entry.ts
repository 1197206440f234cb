import type { Kysely } from "kysely";
import type { Json } from "../../policy/call.ts";
import type { StoreTables } from "../tables.ts";
import { appendToChain, type ChainedColumns } from "./log-chain.ts";

/**
 * One line of the decision log. `verdict`: what the gate answered. `approval`: a review was bound to a digest.
 * `spent`: an approval was used by a merge. `incident`: the trust branch holds what was not approved. `override`: somebody
 * asked to open the gate in an emergency, or it was opened so.
 */
export interface DecisionEntry {
  /** Position in the log; later lines have higher ones, with gaps. */
  readonly seq: number;
  /** Milliseconds. Of a verdict: since when it could be seen, which is a little earlier than when the line was written. */
  readonly at: number;
  readonly kind: "verdict" | "approval" | "spent" | "incident" | "override";
  readonly repositoryId: number;
  readonly pullNumber?: number;
  readonly headSha: string;
  readonly baseSha?: string;
  /** The subject whose work it comes from, with the generation and token of the claim. */
  readonly workKey?: string;
  readonly generation?: number;
  readonly token?: number;
  /** Present for a verdict. */
  readonly verdict?: string;
  readonly body: Json;
  /** Of the line before it; empty for the first line. */
  readonly previousHash: string;
  /** Of this line and, through `previousHash`, of every line before it. */
  readonly hash: string;
}

/** One part of what a line records; undefined where its record has no such part. */
export function recordedPart(
  { body }: Pick<DecisionEntry, "body">,
  part: string,
): Json | undefined {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return undefined;
  return Object.hasOwn(body, part) ? (body as { readonly [part: string]: Json })[part] : undefined;
}

/** A row to append; the rest comes from the database and the chain. */
export type NewDecisionRow = Omit<ChainedColumns, "body"> & { readonly body: Json };

/**
 * Appends a line to the end of the chain, within a transaction of the caller. One that locks other rows too takes its
 * turn (`takeTurn`) before them. Rejects when it is a second verdict of one claim.
 */
export async function appendDecision(
  transaction: Kysely<StoreTables>,
  row: NewDecisionRow,
): Promise<void> {
  await appendToChain(transaction, { ...row, body: JSON.stringify(row.body) });
}
