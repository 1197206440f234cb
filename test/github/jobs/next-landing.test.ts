import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isKnownWay, nextLanding } from "../../../src/github/jobs/next-landing.ts";
import type { BranchPush, RecoveredPush } from "../../../src/storage/trust-branch/branch-push.ts";

/** `AB` is a push from A to B, `-B` one that creates the branch at B. */
function push(move: string, seq: number): BranchPush {
  const [before = "", after = ""] = move;
  return {
    seq,
    seenAt: seq,
    repositoryId: 42,
    ref: "main",
    ...(before === "-" ? {} : { beforeSha: before }),
    afterSha: after,
    defaultBranch: "main",
  };
}

/** What is audited, in order, when pushes become known one by one or all at once, and where the audit ends. */
function audits(arrivals: readonly (readonly string[])[], start?: string): readonly string[] {
  const said: string[] = [];
  const told: BranchPush[] = [];
  const recovered: RecoveredPush[] = [];
  let audited: { auditedSha?: string; auditedSeq: number } = {
    ...(start === undefined ? {} : { auditedSha: start }),
    auditedSeq: 0,
  };
  for (const moves of arrivals) {
    told.push(...moves.map((move, index) => push(move, told.length + index + 1)));
    for (let next = nextLanding(audited, told, recovered); next.kind !== "none"; ) {
      if (next.kind === "gap") {
        recovered.push(next.gap);
        said.push(`gap ${next.gap.beforeSha}${next.gap.afterSha}`);
        audited = { ...audited, auditedSha: next.gap.afterSha };
      } else {
        const { beforeSha = "-", afterSha } = next.push;
        said.push(`${next.kind} ${beforeSha}${afterSha}`);
        audited = { auditedSha: next.reaches, auditedSeq: next.push.seq };
      }
      next = nextLanding(audited, told, recovered);
    }
  }
  return [...said, `at ${audited.auditedSha}`];
}

describe("the audit of a trust branch", () => {
  test.each([
    ["begins with the first push that is seen", [["AB"]], undefined, ["push AB", "at B"]],
    ["goes on from there", [["AB"], ["BC"]], "A", ["push AB", "push BC", "at C"]],
    ["takes several at once one by one", [["AB", "BC"]], "A", ["push AB", "push BC", "at C"]],
    [
      "takes pushes in the wrong order as they are",
      [["BC", "AB"]],
      "A",
      ["push BC", "push AB", "at C"],
    ],
    ["finds a lost push between two", [["BC"]], "A", ["gap AB", "push BC", "at C"]],
    [
      "finds it though more came since",
      [["BC", "CD"]],
      "A",
      ["gap AB", "push BC", "push CD", "at D"],
    ],
    [
      "passes over a lost push that is told of late",
      [["BC"], ["AB"]],
      "A",
      ["gap AB", "push BC", "pass AB", "at C"],
    ],
    [
      "takes the same push as new when it happens again",
      [["BC"], ["AB"], ["CA"], ["AB"]],
      "A",
      ["gap AB", "push BC", "pass AB", "push CA", "push AB", "at B"],
    ],
    [
      "takes a late push before the first one as it is",
      [["BC"], ["AB"]],
      undefined,
      ["push BC", "push AB", "at C"],
    ],
    [
      "follows a branch that is moved back",
      [["AB"], ["BA"], ["AB"]],
      "A",
      ["push AB", "push BA", "push AB", "at B"],
    ],
    ["takes a branch that was created anew", [["-B"]], "A", ["push -B", "at B"]],
  ] as const)("%s", (_, arrivals, start, expected) => {
    expect(audits(arrivals, start)).toEqual(expected);
  });

  test("looks at every push, whatever the order they come in, and knows the way to the tip", () => {
    const moves = ["AB", "BC", "CD", "DE"];
    fc.assert(
      fc.property(fc.shuffledSubarray(moves, { minLength: 4 }), fc.boolean(), (order, atOnce) => {
        const said = audits(atOnce ? [order] : order.map((move) => [move]), "A");
        for (const move of moves) expect(said.join()).toContain(move);
        const moved = order.map((move, index) => push(move, index + 1));
        const end = said.at(-1)?.slice(-1) ?? "";
        expect(isKnownWay(end, "E", moved)).toBe(true);
        expect(isKnownWay("E", "A", moved)).toBe(false);
      }),
    );
  });
});
