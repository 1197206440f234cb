import type { Policy } from "../../policy/policy.ts";
import { connectorChanges } from "./connector-changes.ts";
import { diffLayer } from "./diff-layer.ts";
import { placedRules } from "./placed-rule.ts";
import type { LayerDiff, PlacedRule, RuleDiff } from "./rule-diff.ts";

/**
 * Says how the rules were edited: added, removed, edited, moved, layer by layer, in as few moves as possible. It compares
 * what rules say (match, effect, conditions), so layout, comments and the order of a rule's conditions are no change. The
 * rules of a renamed connector are compared with those that it had under its former slug.
 */
export function diffRules(base: Policy, head: Policy): RuleDiff {
  const connectors = connectorChanges(base, head);
  const formerSlugs = new Map(
    connectors.flatMap((change) =>
      change.kind === "renamed" ? [[change.connector, change.formerly] as const] : [],
    ),
  );
  const renamed = new Set(formerSlugs.values());
  const project: LayerDiff = {
    layer: "project",
    ...diffLayer(placedRules(base.rules), placedRules(head.rules)),
  };
  const own = slugsOf(base, head)
    .filter((slug) => !renamed.has(slug))
    .map((slug): LayerDiff => {
      const before = connectorRules(base, formerSlugs.get(slug) ?? slug);
      const after = connectorRules(head, slug);
      return { layer: "connector", connector: slug, ...diffLayer(before, after) };
    });
  return { layers: [project, ...own].filter(differs), connectors };
}

function slugsOf(base: Policy, head: Policy): readonly string[] {
  const slugs = [base, head].flatMap(({ connectors }) => [...(connectors?.keys() ?? [])]);
  return [...new Set(slugs)].sort();
}

function connectorRules(policy: Policy, slug: string): readonly PlacedRule[] {
  return placedRules(policy.connectors?.get(slug)?.rules ?? [], slug);
}

function differs({ changes, compared }: LayerDiff): boolean {
  return changes.length > 0 || compared === "as-a-set";
}
