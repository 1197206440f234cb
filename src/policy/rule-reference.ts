import type { RuleReference } from "./decision.ts";
import type { Rule } from "./rule.ts";

/** Names a rule in a report; `connector` is whose layer it stands in, and ignored for a project rule. */
export function ruleReference(
  { layer, index, match, span }: Rule,
  connector: string,
): RuleReference {
  return {
    layer,
    ...(layer === "connector" ? { connector } : {}),
    index,
    match: match.text,
    ...(span === undefined ? {} : { file: span.file, line: span.start.line }),
  };
}
