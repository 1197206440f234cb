import type { Policy } from "../../policy/policy.ts";
import type { Layer, Rule } from "../../policy/rule.ts";
import { isEmptyInstance, isUniversalInstance } from "../automaton/instance.ts";
import type { ActionLanguages } from "./action-languages.ts";
import { type Conjunction, type ConjunctionTable, unconditional } from "./conjunction.ts";
import type { Entry } from "./entry.ts";
import { presenceOf } from "./presence.ts";
import type { RuleMeanings } from "./rule-meaning.ts";

/** What is needed to turn rules into entries. */
export interface EntrySources {
  readonly meanings: RuleMeanings;
  readonly languages: ActionLanguages;
}

/**
 * The entries for a connector's calls in order of decision: project rules, the connector's rules, `sensitive`, the default
 * mode; or the refusal of every call. Rules that match no action here, or that never apply, are left out.
 */
export function decisionList(
  policy: Policy,
  connector: string | null,
  sources: EntrySources,
): readonly Entry[] {
  const presence = presenceOf(policy, connector);
  const rest = { actions: sources.languages.all, conditions: unconditional };
  if (presence.kind === "denied") {
    return [{ effect: "denied", source: presence.source, ...rest }];
  }
  const prefix: Record<Layer, string> = {
    project: connector === null ? "" : `${connector}.`,
    connector: "",
  };
  const rules = [...policy.rules, ...(presence.connector?.rules ?? [])];
  return [
    ...rules.flatMap((rule) => ruleEntry(rule, prefix[rule.layer], sources)),
    ...(presence.connector?.sensitive === true
      ? [{ effect: "require_approval", source: "risk_default", ...rest } as const]
      : []),
    policy.defaultMode === "allow_all"
      ? { effect: "always_run", source: "allow_all", ...rest }
      : { effect: "by_risk", source: "risk_default", ...rest },
  ];
}

function ruleEntry(rule: Rule, prefix: string, { meanings, languages }: EntrySources): Entry[] {
  const meaning = meanings.of(rule);
  if (meaning.kind === "never") {
    return [];
  }
  const actions = languages.patternAfter(rule.match, prefix);
  const { conditions } = meaning;
  return isEmptyInstance(actions)
    ? []
    : [{ effect: rule.effect, source: rule.layer, rule, actions, conditions }];
}

/** The list without entries that an earlier one plainly leaves nothing to: the same actions on fewer conditions. */
export function withoutCovered(
  entries: readonly Entry[],
  conjunctions: ConjunctionTable,
): readonly Entry[] {
  const end = entries.findIndex(
    (entry) => entry.conditions === unconditional && isUniversalInstance(entry.actions),
  );
  const conditionsFor = new Map<Entry["actions"], Conjunction[]>();
  return entries.slice(0, end + 1).filter((entry) => {
    const earlier = conditionsFor.get(entry.actions) ?? [];
    conditionsFor.set(entry.actions, earlier);
    if (earlier.some((conditions) => conjunctions.isWeaker(conditions, entry.conditions))) {
      return false;
    }
    earlier.push(entry.conditions);
    return true;
  });
}
