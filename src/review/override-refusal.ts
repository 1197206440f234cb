import type { ApprovalFacts } from "./approval-facts.ts";
import type { BreakGlass } from "./gate-config.ts";
import type { OverrideVote } from "./override.ts";
import { ownerFault } from "./owner-fault.ts";
import { peopleOf } from "./owner-resolution.ts";

/** Why somebody's part in an override does not count. */
export type OverrideRefusal =
  | { readonly kind: "not-configured" }
  /** Nobody knows who is in the team; one sentence. */
  | { readonly kind: "no-team"; readonly because: string }
  | { readonly kind: "bot" }
  | { readonly kind: "contributor"; readonly because: string }
  | { readonly kind: "outsider" }
  | { readonly kind: "no-reason" };

/**
 * Why a person may not override the gate, whatever they looked at and when; undefined when they may. Of several reasons
 * the one that they can do least about.
 */
export function overrideRefusal(
  { person, step, reason }: Pick<OverrideVote, "person" | "step" | "reason">,
  breakGlass: BreakGlass | undefined,
  facts: Pick<ApprovalFacts, "resolve" | "contributors" | "approvals">,
): OverrideRefusal | undefined {
  if (breakGlass === undefined) return { kind: "not-configured" };
  const fault = ownerFault(breakGlass.team, facts);
  if (fault !== undefined) return { kind: "no-team", because: fault };
  if (person.kind === "bot") return { kind: "bot" };
  const because = facts.contributors.people.get(person.id)?.because;
  if (because !== undefined) return { kind: "contributor", because };
  const members = peopleOf(facts.resolve(breakGlass.team));
  if (!members.some(({ id }) => id === person.id)) return { kind: "outsider" };
  return step === "request" && reason === "" ? { kind: "no-reason" } : undefined;
}
