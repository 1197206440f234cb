import { wrongUsage } from "../command-error.ts";
import { gitLine } from "../files/git.ts";

/** Where the default branch may be, the surest first. */
const candidates = ["origin/HEAD", "origin/main", "origin/master", "main", "master"];

/**
 * The commit that a change starts from when nobody says which: the merge base of `head` with the default branch, as the
 * remote `origin` last told it, or else as the local one stands. Rejects when there is no such branch.
 */
export async function defaultBase(top: string, head: string): Promise<string> {
  for (const branch of candidates) {
    const commit = await attempt(top, ["rev-parse", "--verify", "--quiet", `${branch}^{commit}`]);
    if (commit === undefined) continue;
    const base = await attempt(top, ["merge-base", "--", commit, head]);
    if (base !== undefined) return base;
  }
  throw wrongUsage(
    "there is no default branch to compare with: neither `origin` nor this checkout has one",
    "name a revision with `--base`",
  );
}

async function attempt(top: string, args: readonly string[]): Promise<string | undefined> {
  return await gitLine(top, args).catch(() => undefined);
}
