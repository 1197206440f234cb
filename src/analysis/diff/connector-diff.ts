import { redirectedActions } from "../../policy/channel-redirect.ts";
import { ruleReference } from "../../policy/rule-reference.ts";
import { quoted } from "../../policy/source/visible-text.ts";
import type { DecisionSpace } from "../decision-space/decision-space.ts";
import type { Entry } from "../decision-space/entry.ts";
import { atomOf } from "../decision-space/literal.ts";
import type { Change, Undecided } from "./change.ts";
import { byReadability, classChange } from "./class-change.ts";
import type { Comparison } from "./comparison.ts";
import { type ConnectorClasses, connectorClasses } from "./connector-classes.ts";
import type { ConnectorIdentities } from "./connector-identity.ts";
import type { DecisionClass } from "./decision-class.ts";
import { lazy } from "./lazy.ts";

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
  identities: ConnectorIdentities,
  connector: string | null,
): ConnectorDiff {
  const { lists, space, changed, open, skipped } = connectorClasses(comparison, connector);
  const classes = [...changed, ...open].map((one) => one.decided);
  const scope = { space, lists, classes };
  const identityOf = identities.ofConnector(scope, skipped.size === 0);
  const changes: Change[] = [];
  const undecided = [
    ...open.map((one) => openClass(comparison.space, identities, one.decided, one.because)),
    ...redirectedOnOneSide(comparison, connector),
  ];
  for (const one of changed) {
    const { decided } = one;
    for (const effects of decided.effects) {
      const identity = lazy(() => identityOf(decided, effects));
      changes.push({
        ...classChange(comparison, one, effects),
        get identity() {
          return identity();
        },
      });
    }
  }
  return {
    changes: changes.sort(byReadability),
    undecided,
    skipped,
  };
}

/** Calls that go to a channel on both sides are compared as the channel's; on one side alone they are not compared. */
function redirectedOnOneSide(
  { base, head }: Comparison,
  connector: string | null,
): readonly Undecided[] {
  if (connector === null) return [];
  const [before, after] = [base, head].map((policy) => redirectedActions(policy, connector).length);
  if (before === after) return [];
  const reason = `${quoted(connector)} is the old name of a channel that only one side declares: calls of the channel's actions go there`;
  return [
    { connector, reason, identity: JSON.stringify({ kind: "redirect", connector, before, after }) },
  ];
}

function openClass(
  space: DecisionSpace,
  identities: ConnectorIdentities,
  decided: DecisionClass,
  because: string,
): Undecided {
  const { connector } = decided.space;
  return {
    connector,
    reason: because,
    ...deciding(inQuestion(decided, space), connector),
    identity: identities.ofClass(decided, decided.effects),
  };
}

/** The entry that keeps a class open: one with a pattern that no automaton stands for, else one that decides. */
function inQuestion({ base, head, passed }: DecisionClass, space: DecisionSpace): Entry {
  const opaque = [head, base, ...passed].find((entry) =>
    space.conjunctions.literals(entry.conditions).some((one) => space.isOpaque(atomOf(one))),
  );
  return opaque ?? (head.rule === undefined ? base : head);
}

/** The rule of an entry, if it is one. */
export function deciding(
  { rule }: Entry,
  connector: string | null,
): Pick<Undecided, "rule"> | Record<string, never> {
  return rule === undefined ? {} : { rule: ruleReference(rule, connector ?? "*") };
}
