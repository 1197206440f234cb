import type { Tally } from "../../analysis/simulation/tally.ts";
import type { Decision } from "../../policy/decision.ts";
import { type Block, paragraph } from "../document/block.ts";
import { counted } from "../document/counted.ts";
import { joined, type Phrase, phrase, words } from "../document/phrase.ts";
import { missingBlocks } from "../missing-arguments-report.ts";
import { expectationBlocks, unreadLines } from "../simulation-report.ts";
import type { CheckSummary } from "./check-tally.ts";

/** What stands below the table of a check: the counts in words, pinned decisions that do not hold, and how many lines could not be read. */
export function checkSummaryBlocks(summary: CheckSummary): readonly Block[] {
  const { total, byEffect } = summary;
  const counts = (of: (tally: Tally) => number): Phrase =>
    joined(
      [
        ...always.map((effect) => effectCount(effect, of(byEffect[effect]))),
        ...ifAny.flatMap((effect) => {
          const calls = of(byEffect[effect]);
          return calls === 0 ? [] : [effectCount(effect, calls)];
        }),
      ],
      ", ",
    );
  const made =
    total.weight === total.calls
      ? []
      : [
          paragraph(
            phrase`As often as they were made, ${counted(total.weight, "call")}: ${counts(({ weight }) => weight)}.`,
          ),
        ];
  return [
    paragraph(
      total.calls === 0
        ? words("0 calls: nothing was checked.", "red")
        : phrase`${counted(total.calls, "call")}: ${counts(({ calls }) => calls)}.`,
    ),
    ...made,
    ...missingBlocks(summary),
    ...expectationBlocks(summary),
    ...unreadLines(summary.badLines),
  ];
}

const always = ["always_run", "require_approval", "block"] as const;
const ifAny = ["denied", "indeterminate"] as const;

const verbs: Readonly<Record<Decision["effect"], readonly [one: string, many: string]>> = {
  always_run: ["runs without a person", "run without a person"],
  require_approval: ["waits for one", "wait for one"],
  block: ["blocked", "blocked"],
  denied: ["never reaches the policy", "never reach the policy"],
  indeterminate: ["cannot be decided", "cannot be decided"],
};

function effectCount(effect: Decision["effect"], calls: number): Phrase {
  const [one, many] = verbs[effect];
  return phrase`${calls} ${words(calls === 1 ? one : many)}`;
}
