import type { GitHubClient, Repository } from "../client.ts";
import { readComparison, readComparisonPage } from "./comparison.ts";

/** A commit and what it stands on. */
export interface RangeCommit {
  readonly sha: string;
  readonly parents: readonly string[];
}

/** More commits than this are not looked through. */
const rangeLimit = 1_000;

/**
 * Every commit of the head that the base does not have, over all parents. Throws when there are more than 1000 or when
 * GitHub's list is shorter than the number it names: a partial list is an error, not a short one.
 */
export async function readCommitRange(
  github: GitHubClient,
  repository: Repository,
  { base, head }: { readonly base: string; readonly head: string },
): Promise<readonly RangeCommit[]> {
  const first = await readComparison(github, repository, { base, head });
  if (first.total > rangeLimit) {
    throw new Error(
      `there are ${first.total} commits between \`${base}\` and \`${head}\`; at most ${rangeLimit} are looked through`,
    );
  }
  const commits = [...first.commits];
  for (let page = 2; commits.length < first.total; page += 1) {
    const next = await readComparisonPage(github, repository, { base, head, page });
    if (next.commits.length === 0) {
      throw new Error(`GitHub lists ${commits.length} of ${first.total} commits`);
    }
    commits.push(...next.commits);
  }
  return commits.map(({ sha, parents }) => ({ sha, parents: parents.map((parent) => parent.sha) }));
}
