import type { Call } from "../../policy/call.ts";
import type { PlacedRule } from "../decision-space/placed-rules.ts";
import type { FindingContext } from "./finding-context.ts";

/** A rule to which earlier rules, all of which decide calls, leave none. */
export interface ShadowedRule {
  readonly shadowed: PlacedRule;
  /** In order; none is superfluous. */
  readonly blockers: readonly PlacedRule[];
  /** Whether one of them decides otherwise than the rule says; undefined where that could not be found out. */
  readonly overruled: boolean | undefined;
  /** A call that the rule matches and that is decided otherwise; there is one if it is overruled. */
  readonly otherwise: Call | undefined;
}

/** A rule that alone leaves nothing to many others. */
export interface Shadow {
  readonly blocker: PlacedRule;
  readonly shadowed: readonly PlacedRule[];
}

/** All shadowed rules of a policy, told once each. */
export interface Shadows {
  /** Rules that match every call of their layer, with all that they leave nothing to. */
  readonly catchAlls: readonly Shadow[];
  /** Project rules that leave nothing to any rule of a connector that has several. */
  readonly connectorLayers: readonly (Shadow & { readonly connector: string })[];
  /** The others, one by one. */
  readonly single: readonly ShadowedRule[];
}

const known = new WeakMap<FindingContext, Shadows>();

/** Which rules are in whose shadow; those that share one, and that are overruled there, are taken together. */
export function shadowsOf(context: FindingContext): Shadows {
  const shadows = known.get(context) ?? computed(context);
  known.set(context, shadows);
  return shadows;
}

function computed(context: FindingContext): Shadows {
  const all = shadowedRules(context);
  const byBlocker = new Map<PlacedRule, PlacedRule[]>();
  for (const { shadowed, blockers, overruled } of all) {
    const [blocker] = blockers;
    if (blocker === undefined || blockers.length > 1 || overruled === undefined) continue;
    byBlocker.set(blocker, [...(byBlocker.get(blocker) ?? []), shadowed]);
  }
  const told = new Set<PlacedRule>();
  const catchAlls: Shadow[] = [];
  for (const [blocker, shadowed] of byBlocker) {
    if (!overrulesOne(blocker, shadowed) || !isCatchAll(context, blocker)) continue;
    catchAlls.push({ blocker, shadowed });
    for (const one of shadowed) told.add(one);
  }
  const connectorLayers: (Shadow & { readonly connector: string })[] = [];
  for (const [connector, { rules }] of context.policy.connectors ?? []) {
    for (const [blocker, shadowed] of byBlocker) {
      const own = shadowed.filter((one) => rules.includes(one.rule) && !told.has(one));
      if (own.length < 2 || own.length < rules.length || !overrulesOne(blocker, own)) continue;
      if (blocker.rule.layer !== "project") continue;
      connectorLayers.push({ connector, blocker, shadowed: own });
      for (const one of own) told.add(one);
    }
  }
  return { catchAlls, connectorLayers, single: all.filter(({ shadowed }) => !told.has(shadowed)) };
}

function shadowedRules(context: FindingContext): readonly ShadowedRule[] {
  return context.rules.flatMap((placed) => shadowedRule(context, placed) ?? []);
}

/** What leaves a rule nothing; undefined when nothing does. */
export function shadowedRule(
  context: FindingContext,
  shadowed: PlacedRule,
): ShadowedRule | undefined {
  const proof = context.proof(shadowed.rule);
  if (proof.kind !== "never" || proof.because !== "shadowed") return undefined;
  // A rule that never decides itself takes nothing from others.
  const deciding = rulesBefore(context, shadowed).filter(
    ({ rule }) => context.proof(rule).kind !== "never",
  );
  const blockers = fewest(context, shadowed, deciding);
  if (!blockers.some((one) => differ(one, shadowed))) {
    return { shadowed, blockers, overruled: false, otherwise: undefined };
  }
  const otherwise = decidedOtherwise(context, shadowed);
  if (otherwise !== undefined) return { shadowed, blockers, overruled: true, otherwise };
  const alike = deciding.filter((one) => !differ(one, shadowed));
  return leaveNothing(context, shadowed, alike)
    ? { shadowed, blockers: fewest(context, shadowed, alike), overruled: false, otherwise }
    : { shadowed, blockers, overruled: undefined, otherwise };
}

/** The rules that come before a rule, in order: the project's come before any connector's. */
export function rulesBefore(
  { rules }: FindingContext,
  { rule, reference }: PlacedRule,
): readonly PlacedRule[] {
  return rules.filter((other) =>
    other.rule.layer === rule.layer
      ? other.reference.connector === reference.connector && other.reference.index < reference.index
      : rule.layer === "connector" && other.rule.layer === "project",
  );
}

/** Of rules that leave a rule nothing: the first that does so alone, else as few as do so together. */
function fewest(
  context: FindingContext,
  shadowed: PlacedRule,
  rules: readonly PlacedRule[],
): readonly PlacedRule[] {
  const alone = rules.find((one) => leaveNothing(context, shadowed, [one]));
  if (alone !== undefined) return [alone];
  let few = rules;
  for (const one of [...rules].reverse()) {
    const fewer = few.filter((other) => other !== one);
    if (leaveNothing(context, shadowed, fewer)) few = fewer;
  }
  return few;
}

function leaveNothing(
  context: FindingContext,
  { rule }: PlacedRule,
  blockers: readonly PlacedRule[],
): boolean {
  return context.isLeftNothing(
    rule,
    blockers.map((one) => one.rule),
  );
}

/** A call that the rule matches, and that an earlier one decides otherwise. */
function decidedOtherwise(context: FindingContext, { rule }: PlacedRule): Call | undefined {
  for (const { space, entries } of context.layers) {
    const entry = entries.find((one) => one.rule === rule);
    if (entry === undefined) continue;
    for (const [at, other] of entries.slice(0, entries.indexOf(entry)).entries()) {
      if (other.effect === entry.effect) continue;
      const call = context.call({
        space,
        applying: [entry, other],
        passing: entries.slice(0, at),
      });
      if (call !== undefined) return { ...call, risk: "write" };
    }
  }
  return undefined;
}

function overrulesOne(blocker: PlacedRule, shadowed: readonly PlacedRule[]): boolean {
  return shadowed.some((one) => differ(blocker, one));
}

function differ(one: PlacedRule, other: PlacedRule): boolean {
  return one.rule.effect !== other.rule.effect;
}

function isCatchAll(context: FindingContext, { rule }: PlacedRule): boolean {
  const layers = context.layers.filter(
    ({ entries }) => rule.layer === "project" || entries.some((entry) => entry.rule === rule),
  );
  return layers.every(({ space, entries }) =>
    entries.some((entry) => entry.rule === rule && context.isCatchAll(entry, space)),
  );
}
