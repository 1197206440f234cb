import { createHash } from "node:crypto";
import { canonicalJson } from "../../policy/canonical-json.ts";
import type { Policy } from "../../policy/policy.ts";
import type { PolicyDiff, Undecided } from "../diff/change.ts";
import { ruleContent } from "../rule-diff/rule-content.ts";
import { effectiveRules } from "../surface/effective-rules.ts";
import { anyConnector, connectorsOf } from "../surface/presence.ts";

/**
 * The coarse diff: compares, connector by connector, the rules that can decide its calls as text. Equal: no call of it is
 * decided differently. Different: undecided, because nothing says whether a decision differs. It always ends, in time
 * linear in rules times connectors, and stands in where the exact diff's limits end.
 */
export function effectiveRulesDiff(base: Policy, head: Policy): PolicyDiff {
  const undecided = connectorsOf(base, head).flatMap((slug): readonly Undecided[] => {
    const before = effectiveText(base, slug);
    const after = effectiveText(head, slug);
    return before === after
      ? []
      : [notCompared(slug, sha256(canonicalJson([slug, before, after])))];
  });
  return { changes: [], undecided, complete: undecided.length === 0 };
}

function notCompared(slug: string, identity: string): Undecided {
  const isAny = slug === anyConnector;
  const whose = isAny ? "any other connector" : `\`${slug}\``;
  return {
    connector: isAny ? null : slug,
    reason: `the rules that can decide calls of ${whose} differ and were not compared call by call`,
    identity,
  };
}

function effectiveText(policy: Policy, slug: string): string {
  const effective = effectiveRules(policy, slug);
  if (effective.kind === "denied") return canonicalJson({ kind: "denied" });
  const { combining, project, own, behind } = effective;
  const texts = (rules: typeof own): readonly string[] => {
    const contents = rules.map(ruleContent);
    // Where the most restrictive rule wins, order and repetition mean nothing.
    return combining === "deny-overrides" ? [...new Set(contents)].sort() : contents;
  };
  return canonicalJson({
    kind: "decided",
    combining,
    project: texts(project),
    own: texts(own),
    behind,
  });
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
