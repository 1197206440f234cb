import type { StoreContext } from "./store-context.ts";

/** A report that is to be written now. */
export interface DueReport {
  /** The issue that the one before stands in; undefined: there is none, or it is not known. */
  readonly issueNumber: number | undefined;
  /** When the one before was posted, in milliseconds, 0 for none: the same for one report, however often it is tried. */
  readonly after: number;
}

/** Which repositories want a report of approvals, and when the next one is due. */
export interface WeekReports {
  /** The content of the configuration that the schedule was taken from; undefined: none was. */
  configSha(repositoryId: number): Promise<string | undefined>;
  /**
   * Takes the schedule of a configuration; `everyMs` undefined: no report. The first is due at once, any other so long after the one
   * before.
   */
  schedule(
    repositoryId: number,
    schedule: { readonly configSha: string; readonly everyMs: number | undefined },
  ): Promise<void>;
  /** Takes a report that is due, for one instance alone; undefined: none is. If it is not posted it is due again an hour later. */
  take(repositoryId: number): Promise<DueReport | undefined>;
  /** The report stands in an issue; the next is due a period later. */
  posted(repositoryId: number, issueNumber: number): Promise<void>;
  /** The report cannot be written now, and is due again in a day. */
  postpone(repositoryId: number): Promise<void>;
}

/** How long one instance has for a report, in milliseconds. */
const turnMs = 3_600_000;
const dayMs = 86_400_000;

/** The reports of a store. */
export function weekReports({ db, now }: StoreContext): WeekReports {
  const rowOf = (repositoryId: number) =>
    db
      .selectFrom("week_report")
      .selectAll()
      .where("repository_id", "=", repositoryId)
      .executeTakeFirst();
  const dueAgain = async (repositoryId: number, at: number): Promise<void> => {
    await db
      .updateTable("week_report")
      .set({ due_at: at })
      .where("repository_id", "=", repositoryId)
      .execute();
  };
  return {
    configSha: async (repositoryId) => (await rowOf(repositoryId))?.config_sha,
    schedule: async (repositoryId, { configSha, everyMs }) => {
      const before = await rowOf(repositoryId);
      const postedAt = before?.posted_at ?? undefined;
      const written = {
        config_sha: configSha,
        every_ms: everyMs ?? null,
        due_at: postedAt === undefined ? await now(db) : postedAt + (everyMs ?? 0),
      };
      await db
        .insertInto("week_report")
        .values({ repository_id: repositoryId, posted_at: null, issue_number: null, ...written })
        .onConflict((conflict) => conflict.column("repository_id").doUpdateSet(written))
        .execute();
    },
    take: async (repositoryId) => {
      const at = await now(db);
      const before = await rowOf(repositoryId);
      if (before === undefined || before.every_ms === null || before.due_at > at) return undefined;
      // Whoever changes the row as it was read has the turn.
      const taken = await db
        .updateTable("week_report")
        .set({ due_at: at + turnMs })
        .where("repository_id", "=", repositoryId)
        .where("due_at", "=", before.due_at)
        .executeTakeFirst();
      if (taken.numUpdatedRows !== 1n) return undefined;
      return { issueNumber: before.issue_number ?? undefined, after: before.posted_at ?? 0 };
    },
    posted: async (repositoryId, issueNumber) => {
      const at = await now(db);
      await db
        .updateTable("week_report")
        .set(({ eb, fn, ref }) => ({
          posted_at: at,
          issue_number: issueNumber,
          due_at: eb(fn.coalesce(ref("every_ms"), eb.val(0)), "+", at),
        }))
        .where("repository_id", "=", repositoryId)
        .execute();
    },
    postpone: async (repositoryId) => {
      await dueAgain(repositoryId, (await now(db)) + dayMs);
    },
  };
}
