import type { Call } from "../../policy/call.ts";
import type { Decision } from "../../policy/decision.ts";
import { evaluate } from "../../policy/evaluate.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Entry } from "../decision-space/entry.ts";
import { effectAtRisk } from "../decision-space/risk-effect.ts";

/** What came of deciding a call again: as foretold, otherwise, or `evaluate` cannot tell. */
export type Replay = "agrees" | "differs" | "indeterminate";

/** Whether `evaluate` decides the call by the entry. The call has a risk. */
export function replay(policy: Policy, call: Call, entry: Entry): Replay {
  const decision = evaluate(policy, call);
  if (decision.effect === "indeterminate") {
    return "indeterminate";
  }
  const foretold = effectAtRisk(entry.effect, call.risk ?? "write");
  return decision.effect === foretold && isDecider(decision, entry) ? "agrees" : "differs";
}

function isDecider({ source, rule }: Decision, entry: Entry): boolean {
  return (
    source === entry.source &&
    rule?.layer === entry.rule?.layer &&
    rule?.index === entry.rule?.index
  );
}
