import type { CombiningAlgorithm } from "../policy.ts";
import type { Combine } from "./applicability.ts";
import { denyOverrides } from "./deny-overrides.ts";
import { firstApplicable } from "./first-applicable.ts";

/** The combining algorithms by name. */
export const combineRules: Record<CombiningAlgorithm, Combine> = {
  "first-applicable": firstApplicable,
  "deny-overrides": denyOverrides,
};
