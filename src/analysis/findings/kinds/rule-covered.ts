import { quoted } from "../../../policy/source/visible-text.ts";
import { aboutRule } from "../about-rule.ts";
import type { FindingKind } from "../finding-kind.ts";
import { shadowsOf } from "../shadowed-rules.ts";
import { cover } from "./rule-overruled.ts";

/** A rule that says again what earlier ones have decided. */
export const ruleCovered: FindingKind = {
  id: "rule-covered",
  severity: "warning",
  meaning: "earlier rules that say the same leave the rule no call to decide",
  find: (context) =>
    shadowsOf(context)
      .single.filter(({ overruled }) => overruled === false)
      .map((one) =>
        aboutRule(one.shadowed, {
          message: `rule ${quoted(one.shadowed.reference.match)} never decides, since the rules before it say the same`,
          why: cover(one),
          help: "remove it: nothing is decided differently without it",
          related: one.blockers.map(({ reference }) => reference),
        }),
      ),
};
