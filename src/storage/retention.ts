import type { StoreContext } from "./store-context.ts";

const MOST_AT_ONCE = 500;
const DAY_MS = 86_400_000;

/**
 * Forgets deliveries that were accepted more than `days` days ago, at most 500, oldest first, and returns how many. GitHub
 * sends a delivery again for three days, so one that is older than that cannot come a second time. Nothing else is ever
 * forgotten: work keeps its tokens, and what was witnessed, approved and decided is history.
 */
export async function forgetDeliveries({ db, now }: StoreContext, days: number): Promise<number> {
  const before = (await now(db)) - days * DAY_MS;
  const { numDeletedRows } = await db
    .deleteFrom("delivery")
    .where("delivery_id", "in", (old) =>
      old
        .selectFrom("delivery")
        .select("delivery_id")
        .where("received_at", "<", before)
        .orderBy("received_at")
        .limit(MOST_AT_ONCE),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
