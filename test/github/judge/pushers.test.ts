import { expect, test } from "vitest";
import { pushersOf } from "../../../src/github/judge/review-facts.ts";

type Args = Parameters<typeof pushersOf>;
type Commit = Args[1]["commits"][number];

const ids: Readonly<Record<string, number>> = { lena: 1, maria: 2, nora: 3 };
const commit = (sha: string, ...parents: readonly string[]): Commit => ({
  sha,
  author: null,
  committer: null,
  coAuthors: [],
  parents,
  cleanMerge: parents.length === 2,
});
const toPull = (login: string, headSha: string, beforeSha?: string): Args[0]["pushes"][number] => ({
  kind: "push",
  repositoryId: 42,
  pullNumber: 7,
  userId: ids[login] ?? 0,
  login,
  headSha,
  ...(beforeSha === undefined ? {} : { beforeSha }),
  deliveryId: "d",
  seenAt: 0,
});
const toBranch = (
  login: string | undefined,
  afterSha: string,
  beforeSha?: string,
): Args[1]["branchPushes"][number] => ({
  seq: 1,
  seenAt: 0,
  repositoryId: 42,
  ref: "any",
  afterSha,
  ...(beforeSha === undefined ? {} : { beforeSha }),
  defaultBranch: "main",
  ...(login === undefined ? {} : { pusher: { id: ids[login] ?? 0, login } }),
});

const opened = toPull("nora", "a");
const own = [commit("a", "base"), commit("merge", "a", "other"), commit("other", "base")];
const update = [commit("a", "base"), commit("merge", "a", "base")];

test.each<
  [
    what: string,
    pushes: Args[0]["pushes"],
    commits: readonly Commit[],
    branchPushes: Args[1]["branchPushes"],
    pushers: readonly string[],
  ]
>([
  ["whoever opens it and pushes", [opened, toPull("lena", "b", "a")], own, [], ["nora", "lena"]],
  ["nobody who merges the base", [opened, toPull("maria", "merge", "a")], update, [], ["nora"]],
  [
    "whoever pushes more than the merge of the base",
    [opened, toPull("maria", "merge", "x")],
    update,
    [],
    ["nora", "maria"],
  ],
  [
    "whoever merges what nobody was seen to push",
    [opened, toPull("maria", "merge", "a")],
    own,
    [toBranch(undefined, "other")],
    ["nora", "maria"],
  ],
  [
    "whoever merges what only a bot was seen to push",
    [opened, toPull("maria", "merge", "a")],
    own,
    [toBranch("opener[bot]", "other")],
    ["nora", "maria"],
  ],
  [
    "whoever pushed what is merged, in place of who merges it",
    [opened, toPull("maria", "merge", "a")],
    own,
    [toBranch("lena", "other")],
    ["nora", "lena"],
  ],
  [
    "nobody who pushed it before a person opened it",
    [opened],
    own,
    [toBranch("maria", "a")],
    ["nora"],
  ],
])("%s", (_what, pushes, commits, branchPushes, pushers) => {
  const author = { id: 3, login: "nora", kind: "user" } as const;
  const found = pushersOf({ pushes, reviews: [] }, { author, commits, branchPushes });
  expect(found.map(({ login }) => login)).toEqual(pushers);
});

test("where a bot opened it, whoever pushed its commits before, except who updated it", () => {
  const author = { id: 9, login: "opener[bot]", kind: "bot" } as const;
  const branchPushes = [toBranch("maria", "a"), toBranch("lena", "merge", "a")];
  const found = pushersOf({ pushes: [], reviews: [] }, { author, commits: update, branchPushes });
  expect(found).toEqual([{ id: 2, login: "maria", kind: "user" }]);
});
