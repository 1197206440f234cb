import { compileFault } from "./compile-fault.ts";
import { expressionParts } from "./expression-parts.ts";
import { hasNestedQuantifier } from "./nested-quantifier.ts";

/**
 * Why the platform does not accept a condition's `match`, in words, as a clause; undefined when it does. Kortix semantics:
 * a glob must not be empty; an expression must compile and have no quantified group that holds a quantifier.
 */
export function conditionMatchFault(text: string): string | undefined {
  if (text === "") {
    return "it is empty";
  }
  const parts = expressionParts(text);
  if (parts === undefined) {
    return undefined;
  }
  const fault = compileFault(parts.body, parts.flags || "i");
  return fault === undefined && hasNestedQuantifier(parts.body)
    ? "it repeats a group that repeats something inside"
    : fault;
}
