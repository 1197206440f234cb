import type { StoreContext } from "../store-context.ts";

/** The turn of the app as a whole, in place of an installation: no installation has this id. */
export const wholeApp = 0;

/** An instance that swept within this time is taken to be alive, in milliseconds. */
const recentMs = 60_000;
/** How long a turn lasts when its instance dies under it, in milliseconds. */
const turnMs = 600_000;

/** The right to sweep one installation, or, under the id `wholeApp`, to look which ones there are. */
export interface SweepTurn {
  readonly installationId: number;
  /** Rises with every turn: an older one has ended. */
  readonly token: number;
}

/** Who is swept when, so that several instances take turns instead of doing the same. */
export interface SweepSchedule {
  /**
   * Makes everything due that this instance swept before, or that nobody swept within a minute, and takes up every
   * installation that has work.
   */
  begin(): Promise<void>;
  /** The turn that has been due longest; undefined: none. It ends by itself ten minutes later. */
  take(): Promise<SweepTurn | undefined>;
  /** Ends a turn; the next one is due at `nextAt`, or earlier when it was asked for meanwhile. */
  finish(turn: SweepTurn, nextAt: number): Promise<void>;
  /** Makes a sweep of an installation due in `delayMs`, at once when absent, also of one that was not followed. */
  request(installationId: number, delayMs?: number): Promise<void>;
  /** Installations that are followed. */
  followed(): Promise<readonly number[]>;
  /** The installation is not swept any more until it is asked for. */
  drop(installationId: number): Promise<void>;
}

/** The sweep schedule of a store. */
export function sweepSchedule(context: StoreContext): SweepSchedule {
  const { db, now } = context;
  const follow = async (installationId: number, dueAt: number): Promise<void> => {
    await db
      .insertInto("sweep")
      .values({
        installation_id: installationId,
        due_at: dueAt,
        taken_at: null,
        owner: null,
        token: 0,
      })
      .onConflict((conflict) =>
        conflict.column("installation_id").doUpdateSet(({ case: when, ref }) => ({
          due_at: when()
            .when("sweep.due_at", "<", dueAt)
            .then(ref("sweep.due_at"))
            .else(ref("excluded.due_at"))
            .end(),
        })),
      )
      .execute();
  };
  return {
    begin: () => begin(context, follow),
    take: () => takeLongestDue(context),
    finish: async (turn, nextAt) => {
      const at = await now(db);
      await db
        .updateTable("sweep")
        .set(({ case: when, ref, eb }) => ({
          // A request in the middle of the turn has set it to its own time, which is over.
          due_at: when()
            .when("due_at", "<=", at)
            .then(ref("due_at"))
            .else(eb.cast<number>(eb.val(nextAt), "bigint"))
            .end(),
        }))
        .where("installation_id", "=", turn.installationId)
        .where("token", "=", turn.token)
        .execute();
    },
    request: async (installationId, delayMs = 0) => {
      await follow(installationId, (await now(db)) + delayMs);
    },
    followed: async () => {
      const rows = await db
        .selectFrom("sweep")
        .select("installation_id as id")
        .where("installation_id", "!=", wholeApp)
        .orderBy("installation_id")
        .execute();
      return rows.map(({ id }) => id);
    },
    drop: async (installationId) => {
      await db.deleteFrom("sweep").where("installation_id", "=", installationId).execute();
    },
  };
}

async function begin(
  { db, now: clock, instance }: StoreContext,
  follow: (installationId: number, dueAt: number) => Promise<void>,
): Promise<void> {
  const now = await clock(db);
  const known = await db.selectFrom("sweep").select("installation_id").execute();
  const working = await db.selectFrom("work").select("installation_id").distinct().execute();
  const followed = new Set(known.map((row) => row.installation_id));
  for (const id of [wholeApp, ...working.map((row) => row.installation_id)]) {
    if (!followed.has(id)) await follow(id, now);
  }
  await db
    .updateTable("sweep")
    .set({ due_at: now })
    .where("due_at", ">", now)
    .where(({ or, eb }) =>
      or([
        eb("owner", "=", instance),
        eb("taken_at", "is", null),
        eb("taken_at", "<=", now - recentMs),
      ]),
    )
    .execute();
}

async function takeLongestDue(context: StoreContext): Promise<SweepTurn | undefined> {
  const now = await context.now(context.db);
  const row = await context.db
    .updateTable("sweep")
    .set(({ eb }) => ({
      due_at: now + turnMs,
      taken_at: now,
      owner: context.instance,
      token: eb("token", "+", 1),
    }))
    .where("installation_id", "=", (outer) =>
      outer
        .selectFrom("sweep as due")
        .select("due.installation_id")
        .where("due.due_at", "<=", now)
        .orderBy("due.due_at")
        .orderBy("due.installation_id")
        .limit(1)
        .$if(context.locksRows, (due) => due.forUpdate().skipLocked()),
    )
    .where("due_at", "<=", now)
    .returning(["installation_id as installationId", "token"])
    .executeTakeFirst();
  return row;
}
