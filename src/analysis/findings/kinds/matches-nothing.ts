import { canonicalSlug } from "../../../policy/canonical-slug.ts";
import { nearWord } from "../../../policy/dialects/kortix/near-word.ts";
import { platformManagedSlugs } from "../../../policy/policy.ts";
import { quoted } from "../../../policy/source/visible-text.ts";
import type { PlacedRule } from "../../decision-space/placed-rules.ts";
import { aboutRule } from "../about-rule.ts";
import type { FindingContext } from "../finding-context.ts";
import type { FindingKind, Found } from "../finding-kind.ts";
import { nothingDone } from "../rule-name.ts";

/** A rule that holds or blocks, and by itself applies to no call there can be. */
export const guardMatchesNothing: FindingKind = {
  id: "guard-matches-nothing",
  severity: "error",
  meaning: "a rule that holds or blocks applies to no call that there can be, so it guards nothing",
  find: (context) => matchingNothing(context, true),
};

/** The same for a rule that lets calls run. */
export const ruleMatchesNothing: FindingKind = {
  id: "rule-matches-nothing",
  severity: "warning",
  meaning: "a rule that lets calls run applies to no call that there can be",
  find: (context) => matchingNothing(context, false),
};

function matchingNothing(context: FindingContext, guards: boolean): readonly Found[] {
  return context.rules.flatMap((placed) => {
    if ((placed.rule.effect !== "always_run") !== guards) return [];
    const proof = context.proof(placed.rule);
    if (proof.kind !== "never" || proof.because === "shadowed" || proof.because === "dead-pattern")
      return [];
    const { why, help } =
      proof.because === "no-path" ? noPath(context, placed) : contradiction(placed);
    const { match, effect } = { ...placed.rule, match: quoted(placed.reference.match) };
    return [
      aboutRule(placed, {
        message: `rule ${match} applies to no call, so it ${nothingDone[effect]}`,
        why,
        help,
      }),
    ];
  });
}

interface Reason {
  readonly why: string;
  readonly help: string;
}

function contradiction({ rule: { conditions } }: PlacedRule): Reason {
  const args = [...new Set(conditions.map(({ arg }) => quoted(arg)))].join(", ");
  return {
    why: `no arguments satisfy all of its conditions, on ${args}`,
    help: "all conditions of a rule must hold: write a rule for each, or mend the one that is wrong",
  };
}

function noPath(context: FindingContext, { rule, reference }: PlacedRule): Reason {
  if (rule.layer === "connector" || rule.match.kind !== "glob") {
    const what = rule.layer === "connector" ? "action" : "path `connector.action`";
    return { why: `no ${what} that there can be matches it`, help: "mend the pattern" };
  }
  const dot = reference.match.indexOf(".");
  if (dot < 0) {
    return {
      why: "a project rule matches the path `connector.action`, and its pattern has no connector",
      help: `write ${quoted(`connector.${reference.match}`)}, or ${quoted(`*.${reference.match}`)} for every connector`,
    };
  }
  const slug = reference.match.slice(0, dot);
  const slugs = [...(context.policy.connectors?.keys() ?? []), ...platformManagedSlugs];
  const near = slugs.includes(canonicalSlug(slug)) ? canonicalSlug(slug) : nearWord(slug, slugs);
  return {
    why: `there is no connector ${quoted(slug)}`,
    help:
      near === undefined || near === slug
        ? "declare the connector under `connectors`, or remove the rule"
        : `did you mean ${quoted(near)}?`,
  };
}
