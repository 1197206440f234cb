import type { Call } from "./call.ts";
import { slugSeenByRules } from "./channel-redirect.ts";
import type { Connector } from "./connector.ts";
import type { DenialSource, RuleReference } from "./decision.ts";
import { matchPattern } from "./pattern/match-pattern.ts";
import type { PatternMatch } from "./pattern/pattern-match.ts";
import { type Policy, platformManagedSlugs } from "./policy.ts";
import type { Rule } from "./rule.ts";
import { ruleReference } from "./rule-reference.ts";
import { ruleWords } from "./rule-words.ts";

/** A rule whose `match` may match a path. */
export interface Candidate {
  readonly rule: Rule;
  readonly path: Exclude<PatternMatch, "no-match">;
  readonly reference: RuleReference;
  /** Why a call that it decides is decided so, in words. */
  readonly because: string;
}

/** All of a decision that depends on the connector and the action alone. */
export interface PathPlan {
  /** The connector as rules see it: the channel of a call under its old name. */
  readonly slug: string;
  /** Why a call never reaches the policy, whoever makes it. */
  readonly denial: Exclude<DenialSource, "connector_not_assigned"> | undefined;
  /** The declaration; undefined for a connector that is present without one. */
  readonly connector: Connector | undefined;
  /** Project rules on `connector.action`, in order. */
  readonly project: readonly Candidate[];
  /** The connector's rules on `action`, in order. */
  readonly own: readonly Candidate[];
}

const keptPlans = 20_000;
const longestKept = 200;

/** A policy's plans by connector and action. Only a memory: it changes no answer. */
interface Plans {
  byConnector: Map<string, Map<string, PathPlan>>;
  size: number;
}

const plansOf = new WeakMap<Policy, Plans>();

/** The plan for a path: made once for each path of a policy, as long as there are not too many of them. */
export function pathPlan(policy: Policy, { connector, action }: Call): PathPlan {
  const plans = plansOf.get(policy) ?? { byConnector: new Map(), size: 0 };
  const known = plans.byConnector.get(connector)?.get(action);
  if (known !== undefined) return known;
  const plan = makePlan(policy, { connector, action }, matchRule);
  if (connector.length + action.length > longestKept) return plan;
  if (plans.size >= keptPlans) {
    plans.byConnector = new Map();
    plans.size = 0;
  }
  const byAction = plans.byConnector.get(connector) ?? new Map<string, PathPlan>();
  plans.byConnector.set(connector, byAction.set(action, plan));
  plans.size += 1;
  plansOf.set(policy, plans);
  return plan;
}

/** Whether a rule's `match` matches a text: for a project rule the whole path, for a connector's the action. */
export type MatchRule = (rule: Rule, text: string) => PatternMatch;

/** A plan for a path, made anew; `match` must say what the rules' patterns say. */
export function makePlan(
  policy: Policy,
  call: Pick<Call, "connector" | "action">,
  match: MatchRule,
): PathPlan {
  const { action } = call;
  const slug = slugSeenByRules(policy, call);
  const connector = policy.connectors?.get(slug);
  return {
    slug,
    denial: denialOf(policy, slug, connector),
    connector,
    project: candidates(policy.rules, slug, `${slug}.${action}`, match),
    own: candidates(connector?.rules ?? [], slug, action, match),
  };
}

/**
 * Kortix semantics: a disabled connector is refused, and one that is not declared; a file without `connectors` says nothing
 * about which there are; the platform's own are there unless the file names them.
 */
function denialOf(
  policy: Policy,
  slug: string,
  connector: Connector | undefined,
): PathPlan["denial"] {
  if (connector !== undefined) return connector.enabled ? undefined : "connector_disabled";
  if (policy.connectors === undefined) return undefined;
  const managed = platformManagedSlugs.some((known) => known === slug);
  return managed && !policy.namedSlugs.has(slug) ? undefined : "connector_not_found";
}

function matchRule({ match }: Rule, text: string): PatternMatch {
  return matchPattern(match, text);
}

function candidates(
  rules: readonly Rule[],
  slug: string,
  text: string,
  match: MatchRule,
): readonly Candidate[] {
  const found: Candidate[] = [];
  for (const rule of rules) {
    const path = match(rule, text);
    if (path === "no-match") continue;
    found.push({ rule, path, reference: ruleReference(rule, slug), because: ruleWords(rule) });
  }
  return found;
}
