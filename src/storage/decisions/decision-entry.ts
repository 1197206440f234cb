import type { Insertable, Kysely } from "kysely";
import type { Json } from "../../policy/call.ts";
import type { DecisionTable, StoreTables } from "../tables.ts";

/**
 * One line of the decision log. `verdict`: what the gate answered. `approval`: a review was bound to a digest.
 * `spent`: an approval was used by a merge. `incident`: the trust branch holds what was not approved.
 */
export interface DecisionEntry {
  /** Position in the log; later lines have higher ones, with gaps. */
  readonly seq: number;
  /** Milliseconds. */
  readonly at: number;
  readonly kind: "verdict" | "approval" | "spent" | "incident";
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
}

/** A row to append; `seq` comes from the database. */
export type NewDecisionRow = Omit<Insertable<DecisionTable>, "seq" | "body"> & {
  readonly body: Json;
};

/** Appends a line. Rejects when it is a second verdict of one claim. */
export async function appendDecision(db: Kysely<StoreTables>, row: NewDecisionRow): Promise<void> {
  await db
    .insertInto("decision")
    .values({ ...row, body: JSON.stringify(row.body) })
    .execute();
}
