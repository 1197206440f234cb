import type { PlacedRule } from "../decision-space/placed-rules.ts";
import type { Found } from "./finding-kind.ts";

/** A finding about one rule, at its place. */
export function aboutRule(
  { rule: { span }, reference }: PlacedRule,
  words: Omit<Found, "rule" | "span" | "connector">,
): Found {
  const { connector } = reference;
  return {
    ...words,
    ...(span === undefined ? {} : { span }),
    ...(connector === undefined ? {} : { connector }),
    rule: reference,
  };
}
