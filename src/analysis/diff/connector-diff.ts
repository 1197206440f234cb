import { ruleReference } from "../../policy/rule-reference.ts";
import type { AtomNames } from "../decision-space/atom-names.ts";
import type { Entry } from "../decision-space/entry.ts";
import type { Change, Undecided } from "./change.ts";
import { byReadability, classChange } from "./class-change.ts";
import { classIdentity } from "./class-identity.ts";
import type { Comparison } from "./comparison.ts";
import { type ConnectorClasses, connectorClasses } from "./connector-classes.ts";
import { connectorIdentities } from "./connector-identity.ts";
import type { DecisionClass } from "./decision-class.ts";

/** What differs for one connector. */
export interface ConnectorDiff {
  readonly changes: readonly Change[];
  readonly undecided: readonly Undecided[];
  /** Entries of head with pairs that were not looked at: nothing is known of these but what the rules say. */
  readonly skipped: ConnectorClasses["skipped"];
}

/** Compares the decisions about one connector's calls. Throws `BudgetSpent` when everything is spent. */
export function connectorDiff(
  comparison: Comparison,
  names: AtomNames,
  connector: string | null,
): ConnectorDiff {
  const { lists, space, changed, open, skipped } = connectorClasses(comparison, connector);
  const identityOf = connectorIdentities(comparison, names, {
    connector,
    possible: space.possible,
    base: lists.base,
    head: lists.head,
    classes: changed.map((one) => one.decided),
  });
  const changes: Change[] = [];
  const undecided = open.map((one) => openClass(comparison, names, one.decided, one.because));
  for (const one of changed) {
    const { decided } = one;
    for (const effects of decided.effects) {
      const identity = identityOf(decided, effects);
      changes.push({ ...classChange(comparison, one, effects), identity });
    }
  }
  return {
    changes: changes.sort(byReadability),
    undecided,
    skipped,
  };
}

function openClass(
  { space }: Comparison,
  names: AtomNames,
  decided: DecisionClass,
  because: string,
): Undecided {
  const { connector } = decided.space;
  return {
    connector,
    reason: because,
    ...deciding(decided.head.rule === undefined ? decided.base : decided.head, connector),
    identity: classIdentity(space, names, decided, decided.effects),
  };
}

/** The rule of an entry, if it is one. */
export function deciding(
  { rule }: Entry,
  connector: string | null,
): Pick<Undecided, "rule"> | Record<string, never> {
  return rule === undefined ? {} : { rule: ruleReference(rule, connector ?? "*") };
}
