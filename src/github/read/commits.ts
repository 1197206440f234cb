import type { CommitFact } from "../../review/contributors.ts";
import type { Person } from "../../review/person.ts";
import type { GitHubClient, Repository } from "../client.ts";
import { isCleanMerge } from "./clean-merge.ts";
import { type ComparedCommit, readComparison, readComparisonPage } from "./comparison.ts";
import { personOf } from "./pull-request.ts";

/** More commits than this are not judged: nobody reads them, and a list that is cut hides its rest. */
const commitLimit = 250;

/**
 * Every commit of the head that the base does not have, over all parents. Throws when there are more than 250 or when
 * GitHub's list is shorter than the number it names: a partial list is an error, not a short one.
 */
export async function readCommits(
  github: GitHubClient,
  repository: Repository,
  { base, head }: { readonly base: string; readonly head: string },
): Promise<readonly CommitFact[]> {
  const first = await readComparison(github, repository, { base, head });
  if (first.total > commitLimit) {
    throw new Error(`the change has ${first.total} commits; at most ${commitLimit} are judged`);
  }
  const commits: ComparedCommit[] = [...first.commits];
  for (let page = 2; commits.length !== first.total; page += 1) {
    const next = await readComparisonPage(github, repository, { base, head, page });
    if (next.commits.length === 0) {
      throw new Error(`GitHub lists ${commits.length} of ${first.total} commits`);
    }
    commits.push(...next.commits);
  }
  const facts: CommitFact[] = [];
  for (const commit of commits) facts.push(await commitFact(github, repository, commit));
  return facts;
}

async function commitFact(
  github: GitHubClient,
  repository: Repository,
  commit: ComparedCommit,
): Promise<CommitFact> {
  const parents = commit.parents.map(({ sha }) => sha);
  return {
    sha: commit.sha,
    author: accountOf(commit.author),
    committer: accountOf(commit.committer),
    coAuthors: coAuthors(commit.commit.message),
    parents,
    cleanMerge:
      parents.length === 2 &&
      (await isCleanMerge(github, repository, { sha: commit.sha, parents })),
  };
}

/** GitHub sends an empty object for an account that it does not know. */
function accountOf(user: ComparedCommit["author"]): Person | null {
  if (user === null || typeof user.id !== "number" || typeof user.login !== "string") return null;
  return personOf({ id: user.id, login: user.login, type: String(user.type) });
}

const trailer = /^co-authored-by:[^<\n]*<(\d+)\+([^@>\n]+)@users\.noreply\.[^>\n]+>\s*$/gim;

/**
 * Co-authors whose address is GitHub's own and so names their account's id. Any other address proves nothing: anybody
 * may write it, and nobody can be looked up by it.
 */
function coAuthors(message: string): Person[] {
  return [...message.matchAll(trailer)].map(([, id = "", login = ""]) => ({
    id: Number(id),
    login,
    kind: "user",
  }));
}
