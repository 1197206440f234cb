import type { Kysely } from "kysely";
import type { StoreContext } from "../store-context.ts";
import type { StoreTables } from "../tables.ts";
import { type Claim, claimOf, heldBy } from "./claim.ts";

/**
 * Claims a subject that is due and that nobody holds, in one statement: of two workers one gets it. Installations take
 * turns: of those that have something due, the one comes first whose last claim is the oldest, and of its subjects the
 * one that has been due longest. Undefined when there is none.
 */
export async function claimNextDue(context: StoreContext): Promise<Claim | undefined> {
  const now = await context.now(context.db);
  const row = await context.db
    .updateTable("work")
    .set(({ eb }) => ({
      lease_owner: context.instance,
      lease_until: now + context.leaseMs,
      claimed_at: now,
      token: eb("token", "+", 1),
      attempts: eb("attempts", "+", 1),
    }))
    .where("key", "=", (outer) =>
      outer
        .selectFrom("work as due")
        .select("due.key")
        .where("due.run_at", "<=", now)
        .where("due.lease_until", "<=", now)
        .orderBy((due) =>
          due.fn.coalesce(
            due
              .selectFrom("work as turn")
              .select((turn) => turn.fn.max("turn.claimed_at").as("last"))
              .whereRef("turn.installation_id", "=", "due.installation_id"),
            due.val(0),
          ),
        )
        .orderBy("due.run_at")
        .orderBy("due.key")
        .limit(1)
        .$if(context.locksRows, (due) => due.forUpdate().skipLocked()),
    )
    .where("lease_until", "<=", now)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? undefined : claimOf(row, context.instance);
}

/**
 * Gives the claim a whole lease from now, also when its lease has ended and nobody has claimed the subject since.
 * Returns the generation of the subject now, or undefined when the claim is fenced.
 */
export async function renewLease(context: StoreContext, claim: Claim): Promise<number | undefined> {
  const now = await context.now(context.db);
  const row = await context.db
    .updateTable("work")
    .set({ lease_until: now + context.leaseMs })
    .where(heldBy(claim))
    .returning("generation")
    .executeTakeFirst();
  return row?.generation;
}

/** Gives up every lease of the instance: nobody is left who works under them. */
export async function releaseLeasesOf(db: Kysely<StoreTables>, instance: string): Promise<void> {
  await db
    .updateTable("work")
    .set({ lease_owner: null, lease_until: 0 })
    .where("lease_owner", "=", instance)
    .execute();
}
