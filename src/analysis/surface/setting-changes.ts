import type { Policy } from "../../policy/policy.ts";
import type { SurfaceChange } from "../diff/delta.ts";

/**
 * The settings of a connector that explain why its decisions change. They say nothing that the changed decisions do not
 * say, and a setting that changes no decision of the connector is none of its owner's business: ask only for connectors
 * whose decisions change.
 */
export function settingChanges(base: Policy, head: Policy, slug: string): readonly SurfaceChange[] {
  const before = base.connectors?.get(slug);
  const after = head.connectors?.get(slug);
  const own: readonly SurfaceChange[] =
    before === undefined || after === undefined
      ? []
      : [
          { key: `connectors.${slug}.enabled`, from: before.enabled, to: after.enabled },
          { key: `connectors.${slug}.sensitive`, from: before.sensitive, to: after.sensitive },
        ];
  const mode = { key: "policy.default_mode", from: base.defaultMode, to: head.defaultMode };
  return [...own, mode]
    .filter(({ from, to }) => from !== to)
    .map((change) => ({ ...change, explains: "decisions" }));
}
