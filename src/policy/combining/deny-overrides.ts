import { restrictiveness } from "../restrictiveness.ts";
import type { Combine, Found, RuleHolder } from "./applicability.ts";

/**
 * XACML's deny-overrides, with three effects: the most restrictive rule that applies, the first of several; order means
 * nothing else. A rule that is indeterminate counts only where it could restrict more than those that apply.
 */
export const denyOverrides: Combine = (holders, applicabilityOf) => {
  let most: Found<(typeof holders)[number]> | undefined;
  for (const holder of holders) {
    const applicability = applicabilityOf(holder);
    if (applicability === "passed-over") continue;
    const found = { holder, applicability };
    if (most === undefined || outranks(found, most)) most = found;
  }
  return most;
};

/** More restrictive; between equals, certain before indeterminate. */
function outranks(one: Found<RuleHolder>, other: Found<RuleHolder>): boolean {
  const more = restrictiveness[one.holder.rule.effect] - restrictiveness[other.holder.rule.effect];
  return (
    more > 0 ||
    (more === 0 && other.applicability === "indeterminate" && one.applicability === "applies")
  );
}
