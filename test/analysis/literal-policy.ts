import type { Connector } from "../../src/policy/connector.ts";
import type { Effect } from "../../src/policy/effect.ts";
import { parsePattern } from "../../src/policy/pattern/parse-pattern.ts";
import type { Policy } from "../../src/policy/policy.ts";
import type { Layer, Rule } from "../../src/policy/rule.ts";

/** A rule in short: `["stripe.*", "block", { reason: "duplicate" }]`; a condition on `!reason` is negated. */
export type ShortRule = readonly [
  match: string,
  effect: Effect,
  conditions?: Readonly<Record<string, string>>,
];

/** Rules of one layer from their short form. */
export function rulesOf(layer: Layer, rules: readonly ShortRule[]): readonly Rule[] {
  return rules.map(([match, effect, conditions = {}], index) => ({
    layer,
    index,
    match: parsePattern(match),
    effect,
    conditions: Object.entries(conditions).map(([arg, text]) => ({
      arg: arg.replace(/^!/, ""),
      match: parsePattern(text),
      negate: arg.startsWith("!"),
    })),
  }));
}

/** A connector of which only what matters is given. */
export function connectorOf(
  slug: string,
  {
    rules = [],
    ...rest
  }: Partial<Omit<Connector, "rules">> & { rules?: readonly ShortRule[] } = {},
): Connector {
  return {
    slug,
    enabled: true,
    sensitive: false,
    target: { provider: "mcp", url: `https://${slug}.example/mcp` },
    ...rest,
    rules: rulesOf("connector", rules),
  };
}

/** A policy of which only what matters is given; without `connectors` it is a policy half. */
export function policyOf({
  rules = [],
  connectors,
  ...rest
}: Partial<Omit<Policy, "rules" | "connectors">> & {
  rules?: readonly ShortRule[];
  connectors?: readonly Connector[];
} = {}): Policy {
  return {
    combining: "first-applicable",
    connectors: connectors && new Map(connectors.map((connector) => [connector.slug, connector])),
    namedSlugs: new Set(connectors?.map(({ slug }) => slug)),
    defaultMode: "allow_all",
    grants: { kind: "unrestricted" },
    approvalTtl: 86_400,
    imports: [],
    ...rest,
    rules: rulesOf("project", rules),
  };
}
