import type { Blocker } from "./blocker.ts";
import type { Override } from "./override.ts";
import type { RequirementState } from "./requirement-state.ts";

/**
 * The answer to a pull request. `closed-by-change`: the change itself must be mended. `closed-by-setup`: the gate has
 * no owners to ask. `waiting`: people are awaited. `overridden`: people of the break-glass team opened it for a time in place of the owners. `open`: everything is approved, or there is nothing to approve.
 */
export type Verdict =
  | { readonly kind: "closed-by-change"; readonly blockers: readonly Blocker[] }
  | {
      readonly kind: "closed-by-setup";
      /** What is the matter with the configuration of the trust branch. */
      readonly config: "absent" | "unreadable";
      readonly because: string;
      readonly help: string;
    }
  | {
      readonly kind: "overridden";
      readonly override: Override;
      /** Connectors that nobody approved. */
      readonly instead: readonly string[];
    }
  | { readonly kind: "waiting"; readonly on: readonly string[] }
  | { readonly kind: "open"; readonly approved: readonly string[] };

/**
 * Concludes. What must be mended comes first: nobody should be asked to approve what cannot be merged, and no override
 * lifts it. One stands for the approvals of people alone.
 */
export function verdict(
  blockers: readonly Blocker[],
  states: readonly RequirementState[],
  override?: Override,
): Verdict {
  if (blockers.length > 0) return { kind: "closed-by-change", blockers };
  const open = states.filter(({ status }) => status !== "approved");
  const names = (list: readonly RequirementState[]): string[] =>
    list.map(({ requirement }) => requirement.connector);
  if (open.length === 0) return { kind: "open", approved: names(states) };
  return override === undefined
    ? { kind: "waiting", on: names(open) }
    : { kind: "overridden", override, instead: names(open) };
}
