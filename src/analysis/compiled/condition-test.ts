import type { Call } from "../../policy/call.ts";
import type { Condition } from "../../policy/condition.ts";
import { type ConditionOutcome, conditionOutcome } from "../../policy/evaluate-condition.ts";
import { patternMatcher } from "../../policy/pattern/match-pattern.ts";
import { conditionFor } from "../masked/masked-condition.ts";

type Arguments = NonNullable<Call["args"]>;

/** A condition that is tested once for each call, however many rules of either side ask for it. */
export interface ConditionTest {
  outcome(args: Arguments): ConditionOutcome;
}

/** The tests of conditions, the same one for conditions that are written alike. */
export class ConditionTests {
  readonly #known = new Map<string, ConditionTest>();

  of(condition: Condition): ConditionTest {
    const { arg, match, negate } = condition;
    const key = JSON.stringify([arg, match.text, negate]);
    const known = this.#known.get(key) ?? conditionTest(condition);
    this.#known.set(key, known);
    return known;
  }
}

function conditionTest(condition: Condition): ConditionTest {
  const match = patternMatcher(condition.match);
  const path = condition.arg.split(".");
  let asked: Arguments | undefined;
  let answer: ConditionOutcome = "fails";

  const found = (args: Arguments): ConditionOutcome => {
    let value: unknown = args;
    for (const segment of path) {
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, segment)) {
        return conditionFor(condition, "no-match");
      }
      value = (value as Readonly<Record<string, unknown>>)[segment];
    }
    // Most values are text or absent; whatever else there is has its rules in one place.
    return typeof value === "string"
      ? conditionFor(condition, match(value))
      : conditionOutcome(condition, args);
  };

  return {
    outcome(args) {
      if (args !== asked) {
        asked = args;
        answer = found(args);
      }
      return answer;
    },
  };
}
