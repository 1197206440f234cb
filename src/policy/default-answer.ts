import type { Call } from "./call.ts";
import type { Decision } from "./decision.ts";
import type { Policy } from "./policy.ts";

/** A decision without its trace. */
export type Answer = Omit<Decision, "trace">;

const sensitive: Answer = {
  effect: "require_approval",
  source: "risk_default",
  because: "sensitive: true",
};

const allowAll: Answer = {
  effect: "always_run",
  source: "allow_all",
  because: "default_mode: allow_all",
};

/**
 * What stands when no rule decides. Kortix semantics: a sensitive connector holds every call, reads too; mode `allow_all` runs
 * all; mode `risk` runs reads and holds the rest, a call of unknown risk included. Never `block`.
 */
export function defaultAnswer(policy: Policy, isSensitive: boolean, risk: Call["risk"]): Answer {
  if (isSensitive) return sensitive;
  if (policy.defaultMode === "allow_all") return allowAll;
  return {
    effect: risk === "read" ? "always_run" : "require_approval",
    source: "risk_default",
    because: `default_mode: risk (${risk ?? "risk not known, taken as write"})`,
  };
}
