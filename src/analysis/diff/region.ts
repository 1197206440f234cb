import type { InstanceRelations } from "../automaton/instance-relations.ts";
import type { DecisionSpace } from "../decision-space/decision-space.ts";
import type { Entry } from "../decision-space/entry.ts";
import type { Region } from "./change.ts";
import { conditionWords, exceptionWords } from "./condition-words.ts";
import type { DecisionClass } from "./decision-class.ts";
import { expressionWords, pathPattern } from "./path-words.ts";

/** The calls of a class, for people: which paths, which not, and what their arguments are. */
export function regionOf(space: DecisionSpace, one: DecisionClass): Region {
  const { base, head } = one;
  const { connector } = one.space;
  const [first, ...others] = deciders(space.relations, base, head);
  const holding = [base.conditions, head.conditions];
  const [whole, partly] = split(space, one);
  return {
    path: pathPattern(first, connector),
    except: unique(whole.map((entry) => exceptPattern(entry, connector))),
    conditions: unique([
      ...[first, ...others].flatMap(expressionWords),
      ...others
        .filter((entry) => entry.rule?.match.kind === "glob")
        .map((entry) => `the path matches \`${pathPattern(entry, connector)}\``),
      ...conditionWords(space, holding),
      ...partly.map((entry) => {
        const words = exceptionWords(space, entry, holding);
        const everywhere = [base, head].some(({ actions }) =>
          space.relations.included(actions, entry.actions),
        );
        return everywhere
          ? words
          : `${words} where the path matches \`${exceptPattern(entry, connector)}\``;
      }),
    ]),
  };
}

/** The deciding entries, the narrower first; one alone where the other says no more. */
function deciders(
  relations: InstanceRelations,
  base: Entry,
  head: Entry,
): readonly [Entry, ...Entry[]] {
  if (relations.included(head.actions, base.actions)) {
    return [head];
  }
  return relations.included(base.actions, head.actions) ? [base] : [head, base];
}

/** Passed entries that apply to all arguments of the class, and those that apply to some. */
function split(
  space: DecisionSpace,
  { base, head, passed }: DecisionClass,
): readonly [readonly Entry[], readonly Entry[]] {
  const holding = [base.conditions, head.conditions];
  const whole: Entry[] = [];
  const partly: Entry[] = [];
  for (const entry of passed) {
    if (space.search.isImplied(holding, entry.conditions)) {
      whole.push(entry);
    } else if (
      space.search.find({ holding: [...holding, entry.conditions], failing: [] }).kind !== "none"
    ) {
      partly.push(entry);
    }
  }
  return [whole, partly];
}

function exceptPattern(entry: Entry, connector: string | null): string {
  return entry.rule?.match.kind === "expression"
    ? entry.rule.match.text
    : pathPattern(entry, connector);
}

function unique(words: readonly string[]): readonly string[] {
  return [...new Set(words)];
}
