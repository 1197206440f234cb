import { judgeRequiredCheck, type MergeBox, mergeBlockers } from "./merge-box.ts";
import { type PullName, pullOf } from "./pull-requests.ts";
import { repositoryOf } from "./repositories.ts";
import type { CheckRun, Comment, ConclusionEntry, Issue, PullRequest } from "./state.ts";
import type { World } from "./world.ts";

/** What a test or the demo reads of the stand-in. */
export interface Readings {
  /** The pull request itself: live data, to look at only. */
  pullRequest(pull: PullName): PullRequest;
  /** The runs on a commit, oldest first, by whatever app. */
  checkRunsOf(repository: string, sha: string, name?: string): readonly CheckRun[];
  /** The newest run of our app of that name on a commit. */
  checkRunOf(repository: string, sha: string, name?: string): CheckRun | undefined;
  /** Every state that our app's runs on a commit showed, in order. */
  conclusionsOf(repository: string, sha: string, name?: string): readonly ConclusionEntry[];
  commentsOf(pull: PullName): readonly Comment[];
  /** Of a repository, in the order in which they were written. */
  issuesOf(repository: string): readonly Issue[];
  /** Logins, and teams as `@owner/slug`. */
  requestedReviewersOf(pull: PullName): readonly string[];
  /** Whether a required check is satisfied for the head, as GitHub would judge it. */
  mergeBox(pull: PullName, required?: { context?: string; from?: "ours" | number }): MergeBox;
  /** Everything that stands between the pull request and its merge, by the rules of its base branch. */
  mergeBlockers(pull: PullName): readonly string[];
}

/** The readings of one world. */
export function readings(world: World): Readings {
  const { state } = world;
  const runs = (repository: string, sha: string, name?: string): CheckRun[] =>
    [...repositoryOf(state, repository).checkRuns.values()].filter(
      (run) => run.headSha === sha && (name === undefined || run.name === name),
    );
  const ours = ({ app }: { app: { id: number } }): boolean => app.id === world.app.id;
  return {
    pullRequest: (pull) => pullOf(state, pull),
    checkRunsOf: runs,
    checkRunOf: (repository, sha, name = "countersign") =>
      runs(repository, sha, name).findLast(ours),
    conclusionsOf: (repository, sha, name = "countersign") =>
      repositoryOf(state, repository).conclusions.filter(
        (entry) => entry.sha === sha && entry.name === name && entry.appId === world.app.id,
      ),
    issuesOf: (repository) => [...repositoryOf(state, repository).issues.values()],
    commentsOf: (pull) => {
      const { repository, number } = pullOf(state, pull);
      return [...repository.comments.values()].filter((comment) => comment.pull === number);
    },
    requestedReviewersOf: (pull) => {
      const { requestedReviewers, requestedTeams } = pullOf(state, pull);
      return [
        ...requestedReviewers.map(({ login }) => login),
        ...requestedTeams.map(({ organization, slug }) => `@${organization.account.login}/${slug}`),
      ];
    },
    mergeBox: (name, required = {}) => {
      const pull = pullOf(state, name);
      return judgeRequiredCheck(pull.repository, pull.head.sha, {
        context: required.context ?? "countersign",
        appId: required.from === "ours" ? world.app.id : (required.from ?? null),
      });
    },
    mergeBlockers: (pull) => mergeBlockers(pullOf(state, pull)),
  };
}
