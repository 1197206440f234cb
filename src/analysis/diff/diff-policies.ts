import type { Policy } from "../../policy/policy.ts";
import { BudgetSpent } from "../automaton/meter.ts";
import { AtomNames } from "../decision-space/atom-names.ts";
import { effectiveRulesDiff } from "../delta/effective-rules-diff.ts";
import type { Budget } from "./budget.ts";
import type { PolicyDiff, Undecided } from "./change.ts";
import { comparison } from "./comparison.ts";
import { type ConnectorDiff, connectorDiff, deciding } from "./connector-diff.ts";

/**
 * Every class of calls that two policies decide differently, over all possible calls: for each connector, each pair of
 * deciding rules and each pair of effects one change, with a witness that `evaluate` decides so on both sides. What could
 * not be decided within the budget, or at all, is undecided, with the connector and the reason; `complete` when there is
 * nothing of that kind: then no other call is decided differently.
 *
 * A call's arguments are available and its agent is not looked at. Throws when `evaluate` contradicts a witness.
 */
export function diffPolicies(base: Policy, head: Policy, budget: Budget = {}): PolicyDiff {
  if (base.combining !== "first-applicable" || head.combining !== "first-applicable") {
    return effectiveRulesDiff(base, head);
  }
  const coarse = new CoarseDiff(base, head);
  const compared = comparison(base, head, budget);
  const names = new AtomNames(compared.space);
  const diffs = compared.space.connectors.map((connector): Omit<ConnectorDiff, "skipped"> => {
    try {
      const diff = connectorDiff(compared, names, connector);
      const skipped = [...diff.skipped].flatMap(([entry, count]) =>
        coarse.undecided(connector, skippedReason(count), deciding(entry, connector)),
      );
      return { changes: diff.changes, undecided: [...diff.undecided, ...skipped] };
    } catch (error) {
      if (error instanceof BudgetSpent) {
        const reason = `not all calls could be compared: ${error.message}`;
        return { changes: [], undecided: coarse.undecided(connector, reason) };
      }
      throw error;
    }
  });
  const undecided = diffs.flatMap((diff) => diff.undecided);
  return {
    changes: diffs.flatMap((diff) => diff.changes),
    undecided,
    complete: undecided.length === 0,
  };
}

function skippedReason(count: number): string {
  return `${count} more combinations with rules of the base were not looked at one by one`;
}

/** The comparison by text, made when it is needed. */
class CoarseDiff {
  readonly #base: Policy;
  readonly #head: Policy;
  #undecided: readonly Undecided[] | undefined;

  constructor(base: Policy, head: Policy) {
    this.#base = base;
    this.#head = head;
  }

  /** That a connector could not be decided; nothing where the rules that can decide its calls are the same text. */
  undecided(
    connector: string | null,
    reason: string,
    rule: Pick<Undecided, "rule"> = {},
  ): readonly Undecided[] {
    this.#undecided ??= effectiveRulesDiff(this.#base, this.#head).undecided;
    return this.#undecided
      .filter((one) => one.connector === connector)
      .map((one) => ({ ...one, reason, ...rule }));
  }
}
