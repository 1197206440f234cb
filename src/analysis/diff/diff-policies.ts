import type { Policy } from "../../policy/policy.ts";
import { BudgetSpent } from "../automaton/meter.ts";
import { effectiveRulesDiff } from "../delta/effective-rules-diff.ts";
import type { Budget } from "./budget.ts";
import type { Change, PolicyDiff, Undecided } from "./change.ts";
import { type Comparison, comparison } from "./comparison.ts";
import { connectorDiff, deciding } from "./connector-diff.ts";
import { ConnectorIdentities } from "./connector-identity.ts";

/**
 * Every class of calls that two policies decide differently, over all possible calls: for each connector, each pair of
 * deciding rules and each pair of effects one change, with a witness that `evaluate` decides so on both sides. What could
 * not be decided within the budget, or at all, is undecided, with the connector and the reason; `complete` when there is
 * nothing of that kind: then no other call is decided differently.
 *
 * A call's arguments are available and its agent is not looked at. Throws when `evaluate` contradicts a witness.
 */
export function diffPolicies(base: Policy, head: Policy, budget: Budget = {}): PolicyDiff {
  const coarse = new CoarseDiff(base, head);
  if (base.combining !== "first-applicable" || head.combining !== "first-applicable") {
    return coarse.all("rules of which the most restrictive decides are not compared call by call");
  }
  try {
    return exactDiff(comparison(base, head, budget), coarse);
  } catch (error) {
    return coarse.all(spentReason(error));
  }
}

function exactDiff(compared: Comparison, coarse: CoarseDiff): PolicyDiff {
  const identities = new ConnectorIdentities(compared);
  const changes: Change[] = [];
  const undecided: Undecided[] = [];
  for (const connector of compared.space.connectors) {
    try {
      const diff = connectorDiff(compared, identities, connector);
      changes.push(...diff.changes);
      undecided.push(...diff.undecided);
      for (const [entry, count] of diff.skipped) {
        const rule = deciding(entry, connector);
        undecided.push(...coarse.undecided(connector, skippedReason(count), rule));
      }
    } catch (error) {
      undecided.push(...coarse.undecided(connector, spentReason(error)));
    }
  }
  return { changes, undecided, complete: undecided.length === 0 };
}

/** Why a comparison ended early. Throws every other error on. */
function spentReason(error: unknown): string {
  if (error instanceof BudgetSpent) {
    return `not all calls could be compared: ${error.message}`;
  }
  throw error;
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

  /** That nothing could be decided. */
  all(reason: string): PolicyDiff {
    const undecided = this.#all().map((one) => ({ ...one, reason }));
    return { changes: [], undecided, complete: undecided.length === 0 };
  }

  /** That a connector could not be decided; nothing where the rules that can decide its calls are the same text. */
  undecided(
    connector: string | null,
    reason: string,
    rule: Pick<Undecided, "rule"> = {},
  ): readonly Undecided[] {
    return this.#all()
      .filter((one) => one.connector === connector)
      .map((one) => ({ ...one, reason, ...rule }));
  }

  #all(): readonly Undecided[] {
    this.#undecided ??= effectiveRulesDiff(this.#base, this.#head).undecided;
    return this.#undecided;
  }
}
