import type { Blocker } from "./blocker.ts";
import type { RequirementState } from "./requirement-state.ts";

/**
 * The answer to a pull request. `closed-by-change`: the change itself must be mended. `closed-by-setup`: the gate has
 * no owners to ask. `waiting`: people are awaited. `open`: everything is approved, or there is nothing to approve.
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
  | { readonly kind: "waiting"; readonly on: readonly string[] }
  | { readonly kind: "open"; readonly approved: readonly string[] };

/** Concludes. What must be mended comes first: nobody should be asked to approve what cannot be merged. */
export function verdict(
  blockers: readonly Blocker[],
  states: readonly RequirementState[],
): Verdict {
  if (blockers.length > 0) return { kind: "closed-by-change", blockers };
  const open = states.filter(({ status }) => status !== "approved");
  const names = (list: readonly RequirementState[]): string[] =>
    list.map(({ requirement }) => requirement.connector);
  return open.length > 0
    ? { kind: "waiting", on: names(open) }
    : { kind: "open", approved: names(states) };
}
