import type { GitHubClient, Repository } from "../client.ts";

/** Numbers and heads of the open pull requests into a branch, or into any. */
export async function readOpenPullRequests(
  github: GitHubClient,
  repository: Repository,
  base?: string,
): Promise<readonly { readonly number: number; readonly headSha: string }[]> {
  const pulls = await github.paginate(github.rest.pulls.list, {
    owner: repository.owner,
    repo: repository.repo,
    state: "open",
    per_page: 100,
    ...(base === undefined ? {} : { base }),
  });
  return pulls.map(({ number, head }) => ({ number, headSha: head.sha }));
}
