import type { Expression, ExpressionBuilder, Kysely } from "kysely";
import type { StoreTables } from "../tables.ts";
import { type Claim, heldBy } from "./claim.ts";

/** How a claim ends. */
export interface Settlement {
  /** When the subject is due next if no event came meanwhile, in milliseconds; null: with the next event. */
  readonly nextRunAt: number | null;
  readonly now: number;
  /** Further columns, written only if the claim is held. */
  readonly also: Partial<{
    attempts: number;
    last_error: string | null;
    completed_at: number;
  }>;
  /** No longer followed, if no event came meanwhile. */
  readonly closed: boolean;
}

/**
 * Ends the claim and writes what it settles, in one statement. A generation that moved meanwhile keeps the subject
 * due at once. Returns the generation of the subject now, or undefined when the claim is fenced and nothing is written.
 */
export async function settle(
  db: Kysely<StoreTables>,
  claim: Claim,
  settlement: Settlement,
): Promise<number | undefined> {
  const unlessMoved =
    (calm: number | null, moved: number | null) =>
    ({ eb, case: when }: ExpressionBuilder<StoreTables, "work">): Expression<number | null> =>
      when()
        .when("generation", "=", claim.generation)
        .then(eb.cast<number | null>(eb.val(calm), "bigint"))
        .else(eb.cast<number | null>(eb.val(moved), "bigint"))
        .end();
  const row = await db
    .updateTable("work")
    .set((work) => ({
      ...settlement.also,
      lease_owner: null,
      lease_until: 0,
      run_at: unlessMoved(settlement.nextRunAt, settlement.now)(work),
      closed_at: unlessMoved(settlement.closed ? settlement.now : null, null)(work),
    }))
    .where(heldBy(claim))
    .returning("generation")
    .executeTakeFirst();
  return row?.generation;
}
