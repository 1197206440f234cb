import { quoted } from "../../../policy/source/visible-text.ts";
import { aboutRule } from "../about-rule.ts";
import type { FindingKind } from "../finding-kind.ts";
import { ruleLine, ruleNames } from "../rule-name.ts";
import { type Shadow, shadowsOf } from "../shadowed-rules.ts";

/** A rule that matches everything, in front of others that say otherwise. */
export const catchAllOverrules: FindingKind = {
  id: "catch-all-overrules",
  severity: "error",
  meaning:
    "a rule that matches every call stands before rules that say otherwise, which never decide",
  find: (context) =>
    shadowsOf(context).catchAlls.map((shadow) => {
      const { blocker, shadowed } = shadow;
      const count =
        shadowed.length === 1
          ? "1 rule behind it never decides"
          : `${shadowed.length} rules behind it never decide`;
      return aboutRule(blocker, {
        message: `rule ${quoted(blocker.reference.match)} decides every call, so ${count}`,
        why: `it matches all that ${ruleNames(shadowed)} ${shadowed.length === 1 ? "matches" : "match"}, and comes first`,
        help: help(shadow),
        related: shadowed.map(({ reference }) => reference),
      });
    }),
};

function help({ blocker, shadowed }: Shadow): string {
  const outer = shadowed.some(({ rule }) => rule.layer !== blocker.rule.layer);
  const last = shadowed.at(-1);
  return outer || last === undefined
    ? "narrow it, or remove it and let `policy.default_mode` decide what no rule does"
    : `move it below ${ruleLine(last.reference)}`;
}
