import type { Json } from "../../policy/call.ts";
import type { Condition } from "../../policy/condition.ts";
import { type ConditionOutcome, matchValue } from "../../policy/evaluate-condition.ts";
import { patternMatcher } from "../../policy/pattern/match-pattern.ts";
import type { Pattern } from "../../policy/pattern/pattern.ts";
import type { PatternMatch } from "../../policy/pattern/pattern-match.ts";
import { conditionFor } from "../masked/masked-condition.ts";
import type { CallView } from "./call-view.ts";

/** A condition that is tested once for each call, however many rules of either side ask for it. */
export interface ConditionTest {
  outcome(): ConditionOutcome;
  /** The test that holds where this one fails, and fails where this one holds. */
  readonly opposite: ConditionTest;
}

/** The tests of conditions, the same one for conditions that are written alike. All are about the same call at a time. */
export class ConditionTests {
  readonly #asked: Asked = { call: undefined, turn: 0 };
  readonly #values = new Map<string, ArgumentValue>();
  readonly #tests = new Map<string, ConditionTest>();
  /** The same by conditions that were met. */
  readonly #met = new Map<Condition, ConditionTest>();

  /** From here on the tests are about this call, whose arguments are available. */
  ask(call: CallView): void {
    this.#asked.call = call;
    this.#asked.turn += 1;
  }

  of(condition: Condition): ConditionTest {
    const known = this.#met.get(condition) ?? this.#found(condition);
    this.#met.set(condition, known);
    return known;
  }

  #found({ arg, match, negate }: Condition): ConditionTest {
    const key = JSON.stringify([arg, match.text]);
    const test = this.#tests.get(key) ?? this.#made(arg, match);
    this.#tests.set(key, test);
    return negate ? test.opposite : test;
  }

  #made(arg: string, match: Pattern): ConditionTest {
    const value = this.#values.get(arg) ?? new ArgumentValue(this.#asked, arg);
    this.#values.set(arg, value);
    return new ComparisonTest(new Comparison(this.#asked, value, match));
  }
}

/** What is asked about, and how often something else was. */
interface Asked {
  call: CallView | undefined;
  turn: number;
}

/** What the call that is asked about has at a dotted path. */
class ArgumentValue {
  readonly #asked: Asked;
  readonly #path: readonly string[];
  #turn = 0;
  #value: Json | undefined;

  constructor(asked: Asked, path: string) {
    this.#asked = asked;
    this.#path = path.split(".");
  }

  get(): Json | undefined {
    const { call, turn } = this.#asked;
    if (this.#turn !== turn) {
      this.#turn = turn;
      this.#value = call?.argument(this.#path);
    }
    return this.#value;
  }
}

/** How a value of the call that is asked about compares with a pattern. */
class Comparison {
  readonly #asked: Asked;
  readonly #value: ArgumentValue;
  readonly #match: (text: string) => PatternMatch;
  #turn = 0;
  #result: PatternMatch = "no-match";

  constructor(asked: Asked, value: ArgumentValue, pattern: Pattern) {
    this.#asked = asked;
    this.#value = value;
    this.#match = patternMatcher(pattern);
  }

  result(): PatternMatch {
    if (this.#turn !== this.#asked.turn) {
      this.#turn = this.#asked.turn;
      this.#result = matchValue(this.#value.get(), this.#match);
    }
    return this.#result;
  }
}

class ComparisonTest implements ConditionTest {
  readonly opposite: ConditionTest;
  readonly #comparison: Comparison;
  readonly #negate: boolean;

  constructor(comparison: Comparison, opposite?: ConditionTest) {
    this.#comparison = comparison;
    this.#negate = opposite !== undefined;
    this.opposite = opposite ?? new ComparisonTest(comparison, this);
  }

  outcome(): ConditionOutcome {
    return conditionFor({ negate: this.#negate }, this.#comparison.result());
  }
}
