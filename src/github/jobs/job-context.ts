import type { Logger } from "probot";
import type { Store } from "../../storage/store.ts";
import type { GitHubClient } from "../client.ts";
import type { CompareProject } from "../compare/comparisons.ts";
import type { ReviewContext } from "../judge/review-pull-request.ts";

/** What every job needs. */
export interface JobContext {
  readonly store: Store;
  /** A client that speaks for one installation, and so sees that installation's repositories only. */
  readonly clientOf: (installationId: number) => Promise<GitHubClient>;
  readonly compare: CompareProject;
  /** The GitHub App's own id. */
  readonly appId: number;
  /** Version of this program, for the decision log. */
  readonly engine: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Logger;
  /** Folder with saved calls that do not lie in repositories; undefined: there is none. */
  readonly corpusRoot: string | undefined;
}

/** What a job reviews a repository's pull requests with. */
export function reviewContextOf(
  { store, compare, now, corpusRoot }: JobContext,
  place: Pick<ReviewContext, "installationId" | "github" | "repository">,
): ReviewContext {
  return { ...place, store, compare, now, corpusRoot };
}
