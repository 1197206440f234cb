import { canonicalSlug } from "../../policy/canonical-slug.ts";
import { redirectedActions, redirectedSlugs } from "../../policy/channel-redirect.ts";
import { defaultAnswer } from "../../policy/default-answer.ts";
import { type Effect, effectWord } from "../../policy/effect.ts";
import { type Policy, platformManagedSlugs } from "../../policy/policy.ts";
import { restrictiveness } from "../../policy/restrictiveness.ts";
import { visible } from "../../policy/source/visible-text.ts";
import { type PlacedRule, placedRules } from "../decision-space/placed-rules.ts";
import { ruleHandle } from "../findings/rule-name.ts";
import type { RuleTests } from "./rule-tests.ts";
import type { SqlWriter } from "./sql-writer.ts";
import { exactTest, passes } from "./text-tests.ts";

/** What a policy can come to for a row. */
export interface SqlOutcome {
  readonly effect: "run" | "hold" | "block" | "denied" | "undecidable" | "unreadable";
  /** How little it lets happen; of what is not decided, no number of a decision. */
  readonly rank: number;
  /** What decides, or the rule of which nobody can tell: "project:0 kortix.yaml:28 stripe.create_refund". */
  readonly decider: string;
}

/** A policy as one expression. */
export interface PolicyDecider {
  /** SQL for the place, from 1, of a row's outcome. */
  readonly sql: string;
  readonly outcomes: readonly SqlOutcome[];
}

/**
 * A policy as the number of the outcome of a row, on the columns of `ruleTests` and `readable`, `risk` and, where `withAgent`, `agent`.
 * The same order as `evaluate`: who may call, which connectors there are, the project's rules, the connector's, what stands else. A rule
 * of which nobody can tell ends the search where it could decide.
 */
export function policyDecider(
  policy: Policy,
  { columnOf }: RuleTests,
  { writer, withAgent }: { readonly writer: SqlWriter; readonly withAgent: boolean },
): PolicyDecider {
  const outcomes: SqlOutcome[] = [];
  const steps: string[] = [];
  const step = (condition: string, outcome: SqlOutcome): void => {
    if (condition === "FALSE") return;
    outcomes.push(outcome);
    steps.push(`WHEN ${condition} THEN ${outcomes.length}`);
  };
  const among = (slugs: readonly string[]): string =>
    slugs.length === 0 ? "FALSE" : `connector IN (${slugs.map(writer.literal).join(", ")})`;

  step("NOT readable", { effect: "unreadable", rank: -1, decider: "" });
  if (withAgent && policy.grants.kind === "restricted") {
    const granted = [...policy.grants.byAgent].map(([agent, grant]) => {
      const isAgent = passes("agent", exactTest(agent, writer));
      return grant === "all" ? isAgent : `${isAgent} AND ${among(grantedSlugs(grant))}`;
    });
    const assigned = granted.map((one) => `(${one})`).join(" OR ") || "FALSE";
    step(`agent IS NOT NULL AND NOT (${assigned})`, denied("connector_not_assigned"));
  }
  for (const slug of redirectedSlugs(policy)) {
    const actions = redirectedActions(policy, slug).map(writer.literal).join(", ");
    step(`${among([slug])} AND action IN (${actions})`, {
      effect: "undecidable",
      rank: -1,
      decider: `${slug} is the old name of a channel`,
    });
  }
  const { connectors } = policy;
  if (connectors !== undefined) {
    const managed = platformManagedSlugs.filter((slug) => !policy.namedSlugs.has(slug));
    step(`NOT ${among([...connectors.keys(), ...managed])}`, denied("connector_not_found"));
    const disabled = [...connectors.values()].filter(({ enabled }) => !enabled);
    step(among(disabled.map(({ slug }) => slug)), denied("connector_disabled"));
  }
  const all = placedRules(policy);
  for (const layer of ["project", "connector"] as const) {
    const rules = all.filter(({ rule }) => rule.layer === layer);
    for (const { placed, asks } of searches[policy.combining](rules)) {
      const column = columnOf(placed);
      if (asks) step(`${column} IS NULL`, ruleOutcome(placed, "undecidable"));
      else step(column, ruleOutcome(placed, placed.rule.effect));
    }
  }
  const sensitive = [...(connectors?.values() ?? [])].filter((one) => one.sensitive);
  step(among(sensitive.map(({ slug }) => slug)), answered(defaultAnswer(policy, true, undefined)));
  step("risk = 'read'", answered(defaultAnswer(policy, false, "read")));
  step(
    "TRUE",
    answered(defaultAnswer(policy, false, "write"), `default_mode: ${policy.defaultMode}`),
  );
  return { sql: `CASE ${steps.join("\n    ")} END`, outcomes };
}

/** What is asked of a rule: whether nobody can tell about it, or whether it applies. */
interface Search {
  readonly placed: PlacedRule;
  readonly asks: boolean;
}

/** The questions by which each algorithm finds what decides in a layer, in order. */
const searches: Record<Policy["combining"], (rules: readonly PlacedRule[]) => readonly Search[]> = {
  "first-applicable": (rules) =>
    rules.flatMap((placed) => [true, false].map((asks) => ({ placed, asks }))),
  // The most restrictive; between equals, certain before those about which nobody can tell.
  "deny-overrides": (rules) =>
    (["block", "require_approval", "always_run"] as const).flatMap((effect) => {
      const equals = rules.filter(({ rule }) => rule.effect === effect);
      return [false, true].flatMap((asks) => equals.map((placed) => ({ placed, asks })));
    }),
};

function ruleOutcome(placed: PlacedRule, effect: Effect | "undecidable"): SqlOutcome {
  const { reference } = placed;
  const { file, line, match } = reference;
  const place = line === undefined ? "" : ` ${visible(String(file), 200)}:${line}`;
  const decider = `${ruleHandle(reference)}${place} ${visible(match)}`;
  return effect === "undecidable"
    ? { effect, rank: -1, decider }
    : { effect: effectWord[effect], rank: restrictiveness[effect], decider };
}

function denied(decider: string): SqlOutcome {
  return { effect: "denied", rank: restrictiveness.denied, decider };
}

function answered(
  { effect, because }: ReturnType<typeof defaultAnswer>,
  decider: string = because,
): SqlOutcome {
  return { effect: effectWord[effect as Effect], rank: restrictiveness[effect], decider };
}

/** Slugs as a call may write them. Kortix semantics: a channel's public name equals its reserved slug in grants. */
function grantedSlugs(grant: readonly string[]): readonly string[] {
  const publicNames = platformManagedSlugs.map((slug) => slug.replace("kortix_", ""));
  const candidates = new Set([...grant, ...publicNames]);
  return [...candidates].filter((slug) => grant.includes(canonicalSlug(slug)));
}
