import type { GitHubClient, Repository } from "../client.ts";
import { targetBranch } from "./target-branch.ts";

/** An open pull request as a list of them shows it. */
export interface OpenPullRequest {
  readonly number: number;
  readonly headSha: string;
  readonly baseRef: string;
  /** When anything of it changed last, in milliseconds; GitHub tells whole seconds. */
  readonly updatedAt: number;
}

/** The open pull requests that go into a branch in the end, or into any: GitHub itself would leave stacks out. */
export async function readOpenPullRequests(
  github: GitHubClient,
  repository: Repository,
  base?: string,
): Promise<readonly OpenPullRequest[]> {
  const pulls = await github.paginate(github.rest.pulls.list, {
    owner: repository.owner,
    repo: repository.repo,
    state: "open",
    per_page: 100,
  });
  return pulls
    .map((pull) => ({
      number: pull.number,
      headSha: pull.head.sha,
      baseRef: targetBranch(pull),
      updatedAt: Date.parse(pull.updated_at),
    }))
    .filter(({ baseRef }) => base === undefined || baseRef === base);
}
