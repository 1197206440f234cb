import type { Call, Risk } from "../../policy/call.ts";
import type { Decision } from "../../policy/decision.ts";
import { evaluate } from "../../policy/evaluate.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Entry } from "./entry.ts";
import { effectAtRisk } from "./risk-effect.ts";

/** A call whose risk is known. */
export type RiskyCall = Call & { readonly risk: Risk };

/** Whether `evaluate` decides the call by the entry, with the entry's effect. */
export function isDecidedBy(policy: Policy, call: RiskyCall, entry: Entry): boolean {
  const decision = evaluate(policy, call);
  return decision.effect === effectAtRisk(entry.effect, call.risk) && isDecider(decision, entry);
}

/** Throws unless `evaluate` decides the call by the entry: then what was proved is wrong, and nothing of it can be used. */
export function replay(policy: Policy, call: RiskyCall, entry: Entry): void {
  if (!isDecidedBy(policy, call, entry)) {
    throw new Error(`internal error: ${JSON.stringify(call)} is not decided as it was foretold`);
  }
}

function isDecider({ source, rule }: Decision, entry: Entry): boolean {
  return (
    source === entry.source &&
    rule?.layer === entry.rule?.layer &&
    rule?.index === entry.rule?.index
  );
}
