import type { Call } from "../../policy/call.ts";
import { certain } from "../automaton/certain.ts";
import type { CallAnswer } from "../decision-space/call-search.ts";
import type { ConnectorSpace } from "../decision-space/decision-space.ts";
import type { Entry } from "../decision-space/entry.ts";
import { type AlignedLists, alignedLists, candidatePairs } from "./candidate-pairs.ts";
import type { Comparison } from "./comparison.ts";
import { type DecisionClass, DecisionClasses } from "./decision-class.ts";
import { expectedActions } from "./readable-action.ts";
import { settledCall } from "./settle.ts";
import type { FoundCall } from "./witness.ts";

/** A class that has calls. */
export interface ChangedClass {
  readonly decided: DecisionClass;
  /** How a call of it is made; or one that was found by trying. */
  readonly found: FoundCall | { readonly kind: "tried"; readonly call: Call };
}

/** A class of which it is not known whether it has calls. */
export interface OpenClass {
  readonly decided: DecisionClass;
  readonly because: string;
}

/** All classes of one connector whose decision differs. */
export interface ConnectorClasses {
  readonly space: ConnectorSpace;
  readonly lists: AlignedLists;
  readonly changed: readonly ChangedClass[];
  readonly open: readonly OpenClass[];
  /** Deciding entries of head with pairs that were not looked at any more. */
  readonly skipped: ReadonlyMap<Entry, number>;
}

/** Finds the classes. Throws `BudgetSpent` when everything is spent. */
export function connectorClasses(
  comparison: Comparison,
  connector: string | null,
): ConnectorClasses {
  const space = comparison.space.connector(connector);
  const lists = alignedLists(space, comparison.space.conjunctions);
  const classes = new DecisionClasses(space, lists, comparison.space.relations);
  const changed: ChangedClass[] = [];
  const open: OpenClass[] = [];
  const skipped = new Map<Entry, number>();
  let pairs = 0;
  for (const pair of candidatePairs(lists)) {
    comparison.space.limits.meter.spend(1);
    if (comparison.space.relations.disjoint(pair.base.actions, pair.head.actions)) {
      continue;
    }
    pairs += 1;
    if (pairs > comparison.budget.pairs || changed.length >= comparison.budget.listedChanges) {
      skipped.set(pair.head, (skipped.get(pair.head) ?? 0) + 1);
      continue;
    }
    const decided = classes.of(pair);
    comparison.space.limits.meter.spend(20 * (1 + decided.passed.length));
    const answer = callOf(comparison, decided);
    sort(comparison, decided, answer, { changed, open });
  }
  return { space, lists, changed, open, skipped };
}

/** A call of the class: with a name that one would expect, with one that reads well, with any. */
function callOf({ space, search }: Comparison, decided: DecisionClass): CallAnswer {
  const { possible, connector } = decided.space;
  const rules = { applying: [decided.base, decided.head], passing: decided.passed };
  const expected = expectedActions(decided);
  const [wellNamed] = space.readable(connector);
  const answer = search.find({ ...rules, possible: [possible, certain(wellNamed)], expected });
  return answer.kind === "call" ? answer : search.find({ ...rules, possible: [possible] });
}

function sort(
  comparison: Comparison,
  decided: DecisionClass,
  answer: CallAnswer,
  into: { readonly changed: ChangedClass[]; readonly open: OpenClass[] },
): void {
  if (answer.kind === "call") {
    into.changed.push({ decided, found: answer });
  } else if (answer.kind === "unknown") {
    const call = settledCall(comparison, decided, answer);
    if (call === undefined) {
      into.open.push({ decided, because: answer.because });
    } else {
      into.changed.push({ decided, found: { kind: "tried", call } });
    }
  }
}
