import type { StoreContext } from "../store-context.ts";

/** How much work there is. */
export interface Backlog {
  /** Due and held by nobody. */
  readonly due: number;
  /** Held by a worker. */
  readonly leased: number;
  /** Due later. */
  readonly scheduled: number;
  /** Failed at the last attempt, whichever of the above. */
  readonly failing: number;
  /** How long the oldest of `due` has waited, in milliseconds; 0 when there is none. */
  readonly oldestDueMs: number;
}

/** Counts the work as it is now. */
export async function readBacklog({ db, now: clock }: StoreContext): Promise<Backlog> {
  const now = await clock(db);
  const { oldest, ...counts } = await db
    .selectFrom("work")
    .select(({ fn, eb }) => {
      const free = eb("lease_until", "<=", now);
      const waiting = eb.and([free, eb("run_at", "<=", now)]);
      const count = fn.count<number>("key");
      return [
        count.filterWhere(waiting).as("due"),
        count.filterWhere("lease_until", ">", now).as("leased"),
        count.filterWhere(eb.and([free, eb("run_at", ">", now)])).as("scheduled"),
        count.filterWhere("last_error", "is not", null).as("failing"),
        fn.min("run_at").filterWhere(waiting).as("oldest"),
      ];
    })
    .executeTakeFirstOrThrow();
  return { ...counts, oldestDueMs: oldest === null ? 0 : now - oldest };
}

/** When the next subject can be claimed, if no event comes; undefined: never. It may lie in the past. */
export async function readNextDueAt({ db }: StoreContext): Promise<number | undefined> {
  const { at } = await db
    .selectFrom("work")
    .where("run_at", "is not", null)
    .select(({ fn, case: when, ref }) =>
      fn
        .min(
          when()
            .when("run_at", ">", ref("lease_until"))
            .then(ref("run_at"))
            .else(ref("lease_until"))
            .end(),
        )
        .as("at"),
    )
    .executeTakeFirstOrThrow();
  return at ?? undefined;
}
