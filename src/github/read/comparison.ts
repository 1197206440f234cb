import { Lru } from "toad-cache";
import type { GitHubClient, Repository } from "../client.ts";

/** Two commits: the last one that they have in common, and the first commits that the head alone has. */
export interface Comparison {
  /** Empty when GitHub names none. */
  readonly mergeBase: string;
  /** How many commits the head has that the base does not have, over all parents. */
  readonly total: number;
  /** The first of them, as GitHub describes them: at most 100. */
  readonly commits: readonly ComparedCommit[];
}

/** A commit as GitHub describes it in a comparison. */
export type ComparedCommit = Awaited<
  ReturnType<GitHubClient["rest"]["repos"]["compareCommitsWithBasehead"]>
>["data"]["commits"][number];

/** The commits never change, but whose account an e-mail address is can: what is kept is asked again after a while. */
const keptMs = 600_000;
const cache = new Lru<Comparison>(64, keptMs);

/** Compares two commits by their ids. The first page is kept for ten minutes. */
export async function readComparison(
  github: GitHubClient,
  repository: Repository,
  sides: { readonly base: string; readonly head: string },
): Promise<Comparison> {
  const key = `${repository.id}/${sides.base}...${sides.head}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const comparison = await readComparisonPage(github, repository, { ...sides, page: 1 });
  cache.set(key, comparison);
  return comparison;
}

/** One page of a comparison, the first one being 1. */
export async function readComparisonPage(
  github: GitHubClient,
  repository: Repository,
  { base, head, page }: { readonly base: string; readonly head: string; readonly page: number },
): Promise<Comparison> {
  const { data } = await github.rest.repos.compareCommitsWithBasehead({
    owner: repository.owner,
    repo: repository.repo,
    basehead: `${base}...${head}`,
    per_page: 100,
    page,
  });
  return {
    mergeBase: data.merge_base_commit?.sha ?? "",
    total: data.total_commits,
    commits: data.commits,
  };
}
