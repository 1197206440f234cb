import type { Combine } from "./applicability.ts";

/**
 * XACML's first-applicable: the first rule, in order, that is not passed over. When that rule is indeterminate nobody can
 * tell whether it or a later one decides, so the search ends there too.
 */
export const firstApplicable: Combine = (holders, applicabilityOf) => {
  for (const holder of holders) {
    const applicability = applicabilityOf(holder);
    if (applicability !== "passed-over") return { holder, applicability };
  }
  return undefined;
};
