import type { Conjunction } from "../decision-space/conjunction.ts";
import type { DecisionSpace } from "../decision-space/decision-space.ts";
import type { Entry } from "../decision-space/entry.ts";
import { atomOf, isPositive, type Literal, opposite } from "../decision-space/literal.ts";

/** What must hold for the arguments, one condition each. */
export function conditionWords(
  space: DecisionSpace,
  conjunctions: readonly Conjunction[],
): readonly string[] {
  return literalsOf(space, conjunctions).map((one) => literalWords(space, one));
}

/** That an entry's conditions do not all hold, leaving out those that hold anyhow. */
export function exceptionWords(
  space: DecisionSpace,
  entry: Entry,
  holding: readonly Conjunction[],
): string {
  const known = new Set(literalsOf(space, holding));
  const open = literalsOf(space, [entry.conditions]).filter((one) => !known.has(one));
  const [only] = open;
  return open.length === 1 && only !== undefined
    ? literalWords(space, opposite(only))
    : `not (${open.map((one) => literalWords(space, one)).join(" and ")})`;
}

function literalsOf(
  space: DecisionSpace,
  conjunctions: readonly Conjunction[],
): readonly Literal[] {
  return [...new Set(conjunctions.flatMap((one) => space.conjunctions.literals(one)))];
}

function literalWords(space: DecisionSpace, one: Literal): string {
  const atom = space.atoms[atomOf(one)];
  const positive = isPositive(one);
  if (atom?.kind === "argument") {
    return atom.pattern.kind === "anything"
      ? `\`${atom.arg}\` has ${positive ? "a" : "no"} value`
      : `\`${atom.arg}\` ${matches(positive)} \`${atom.pattern.text}\``;
  }
  const what = atom?.layer === "connector" ? "the action" : "the path";
  return `${what} ${matches(positive)} \`${atom?.pattern.text}\``;
}

function matches(positive: boolean): string {
  return positive ? "matches" : "does not match";
}
