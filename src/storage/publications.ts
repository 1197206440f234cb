import type { StoreContext } from "./store-context.ts";
import { withoutNulls } from "./without-nulls.ts";

/** A check run of ours, and what was written to it last. */
export interface PublishedCheckRun {
  /** Absent: it was about to be created, and whether it was is not known. */
  readonly checkRunId?: number;
  /** Absent: in progress. */
  readonly conclusion?: string;
  /** Of the output, so that equal output need not be written again. */
  readonly digest?: string;
}

/** Where a check run belongs. */
export interface CheckRunPlace {
  readonly repositoryId: number;
  readonly headSha: string;
  /** Absent: it belongs to a commit without a pull request. */
  readonly pullNumber?: number;
}

/** A comment of ours on a pull request, and what was written to it last. */
export interface PublishedComment {
  readonly repositoryId: number;
  readonly pullNumber: number;
  readonly commentId: number;
  readonly commentDigest: string;
}

/** What stands on GitHub in our name for one pull request. */
export interface Publication {
  readonly commentId?: number;
  readonly commentDigest?: string;
  /** True: one was about to be created, and whether it was is not known. */
  readonly commentIsAnnounced: boolean;
  /** By head SHA. */
  readonly checkRuns: ReadonlyMap<string, PublishedCheckRun>;
}

/** Remembers which check runs and comments are ours, to write them again instead of writing new ones. */
export interface Publications {
  /** What was published for a pull request; empty when nothing was. */
  publicationOf(repositoryId: number, pullNumber: number): Promise<Publication>;
  /** The check run remembered last on a commit, for whichever pull request; undefined: none. */
  checkRunOn(repositoryId: number, headSha: string): Promise<PublishedCheckRun | undefined>;
  /** Remembers what was written; a second time for the same place takes the place of the first. */
  rememberCheckRun(place: CheckRunPlace, checkRun: PublishedCheckRun): Promise<void>;
  /** Forgets what the check runs on a commit say, not that they are ours nor whether they are green. */
  forgetOutput(place: Pick<CheckRunPlace, "repositoryId" | "headSha">): Promise<void>;
  /** Remembers that a comment is about to be created, when none is known. */
  announceComment(place: {
    readonly repositoryId: number;
    readonly pullNumber: number;
  }): Promise<void>;
  /** Remembers what was written; a second time for the same pull request takes the place of the first. */
  rememberComment(comment: PublishedComment): Promise<void>;
}

/** Stands for the id of a comment that is about to be created. */
const announced = 0;

const checkRunColumns = ["check_run_id as checkRunId", "conclusion", "digest"] as const;

/** The publications of a store. */
export function publications({ db, now }: StoreContext): Publications {
  return {
    publicationOf: async (repositoryId, pullNumber) => {
      const comment = await db
        .selectFrom("comment")
        .select(["comment_id as commentId", "digest as commentDigest"])
        .where("repository_id", "=", repositoryId)
        .where("pull_number", "=", pullNumber)
        .executeTakeFirst();
      const checkRuns = await db
        .selectFrom("check_run")
        .select(["head_sha", ...checkRunColumns])
        .where("repository_id", "=", repositoryId)
        .where("pull_number", "=", pullNumber)
        .orderBy("remembered_at")
        .execute();
      const byHead = checkRuns.map(
        ({ head_sha, ...checkRun }) => [head_sha, withoutNulls(checkRun)] as const,
      );
      const commentIsAnnounced = comment?.commentId === announced;
      const written = commentIsAnnounced ? {} : comment;
      return { ...written, commentIsAnnounced, checkRuns: new Map(byHead) };
    },
    checkRunOn: async (repositoryId, headSha) => {
      const checkRun = await db
        .selectFrom("check_run")
        .select(checkRunColumns)
        .where("repository_id", "=", repositoryId)
        .where("head_sha", "=", headSha)
        .orderBy("remembered_at", "desc")
        .orderBy("check_run_id", (order) => order.desc().nullsLast())
        .executeTakeFirst();
      return checkRun && withoutNulls(checkRun);
    },
    rememberCheckRun: async ({ repositoryId, headSha, pullNumber = 0 }, checkRun) => {
      const written = {
        check_run_id: checkRun.checkRunId ?? null,
        conclusion: checkRun.conclusion ?? null,
        digest: checkRun.digest ?? null,
        remembered_at: await now(db),
      };
      const place = { repository_id: repositoryId, head_sha: headSha, pull_number: pullNumber };
      await db
        .insertInto("check_run")
        .values({ ...place, ...written })
        .onConflict((conflict) =>
          conflict.columns(["repository_id", "head_sha", "pull_number"]).doUpdateSet(written),
        )
        .execute();
    },
    forgetOutput: async ({ repositoryId, headSha }) => {
      await db
        .updateTable("check_run")
        .set({ digest: null })
        .where("repository_id", "=", repositoryId)
        .where("head_sha", "=", headSha)
        .execute();
    },
    announceComment: async ({ repositoryId, pullNumber }) => {
      const nothing = { comment_id: announced, digest: "", remembered_at: await now(db) };
      await db
        .insertInto("comment")
        .values({ repository_id: repositoryId, pull_number: pullNumber, ...nothing })
        .onConflict((conflict) => conflict.columns(["repository_id", "pull_number"]).doNothing())
        .execute();
    },
    rememberComment: async ({ repositoryId, pullNumber, commentId, commentDigest }) => {
      const written = {
        comment_id: commentId,
        digest: commentDigest,
        remembered_at: await now(db),
      };
      await db
        .insertInto("comment")
        .values({ repository_id: repositoryId, pull_number: pullNumber, ...written })
        .onConflict((conflict) =>
          conflict.columns(["repository_id", "pull_number"]).doUpdateSet(written),
        )
        .execute();
    },
  };
}
