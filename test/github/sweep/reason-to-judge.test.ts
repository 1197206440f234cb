import { describe, expect, test } from "vitest";
import { type KnownOfPull, reasonToJudge } from "../../../src/github/sweep/reason-to-judge.ts";
import type { DecisionEntry } from "../../../src/storage/decisions/decision-entry.ts";
import type { TrackedWork } from "../../../src/storage/work/tracked-work.ts";

const now = 10_000_000_000;
const minute = 60_000;
const subject = {
  kind: "pull-request",
  installationId: 1,
  repositoryId: 42,
  owner: "acme",
  repo: "desk",
  number: 7,
} as const;

const calm: TrackedWork = {
  subject,
  generation: 3,
  completedAt: now - 10 * minute,
  claimedAt: now - 10 * minute,
  attempts: 0,
};
const verdict = {
  headSha: "head",
  baseSha: "base",
} as DecisionEntry;
const known: KnownOfPull = {
  pull: { number: 7, headSha: "head", baseRef: "main", updatedAt: now - 20 * minute },
  tracked: calm,
  verdict,
  baseTip: "base",
  now,
};
const { completedAt: _never, ...unfinished } = calm;
const { baseSha: _none, ...baseless } = verdict;
const failed = { ...calm, lastError: "Error: no" };

describe("a pull request is judged without an event", () => {
  test.each<[string, Partial<KnownOfPull>, string | undefined]>([
    ["not while its verdict holds", {}, undefined],
    ["when nobody ever spoke of it", { tracked: undefined }, "never-judged"],
    ["when its work was forgotten", { tracked: unfinished }, "never-judged"],
    ["when there is no verdict", { verdict: undefined }, "head-moved"],
    ["when its head is another", { verdict: { ...verdict, headSha: "old" } }, "head-moved"],
    ["when its base is another", { baseTip: "new" }, "base-moved"],
    ["not when its base is not known to have moved", { baseTip: undefined }, undefined],
    ["not by its base when no base was compared", { verdict: baseless, baseTip: "new" }, undefined],
    [
      "when it was touched after the verdict",
      { pull: { ...known.pull, updatedAt: now - 9 * minute } },
      "touched",
    ],
    [
      "when it was touched in the second of the verdict",
      { pull: { ...known.pull, updatedAt: now - 10 * minute - 999 } },
      "touched",
    ],
    [
      "not when it was touched a second before",
      { pull: { ...known.pull, updatedAt: now - 10 * minute - 1_000 } },
      undefined,
    ],
    [
      "after a day",
      {
        tracked: { ...calm, completedAt: now - 1_440 * minute },
        pull: { ...known.pull, updatedAt: 0 },
      },
      "old",
    ],
    ["not while it is due", { baseTip: "new", tracked: { ...calm, runAt: now } }, undefined],
    [
      "not while it waits for its first turn",
      { tracked: { ...unfinished, runAt: now + 1 } },
      undefined,
    ],
    [
      "not while it waits for its next attempt",
      { baseTip: "new", tracked: { ...failed, runAt: now + 1 } },
      undefined,
    ],
    [
      "also while it waits for an approval to expire",
      { baseTip: "new", tracked: { ...calm, runAt: now + 1 } },
      "base-moved",
    ],
    ["not soon after it was given up", { tracked: failed }, undefined],
    [
      "half an hour after it was given up",
      { tracked: { ...failed, claimedAt: now - 30 * minute } },
      "failed-before",
    ],
  ])("%s", (_what, more, expected) => {
    expect(reasonToJudge({ ...known, ...more })).toBe(expected);
  });
});
