import type { Answer } from "../../policy/default-answer.ts";
import type { ChangeSide } from "../diff/change.ts";

/** The side of a change that a decision is an instance of. */
export function sideOf({ effect, source, rule }: Answer): ChangeSide {
  return { effect, source, ...(rule === undefined ? {} : { rule }) };
}

/** Equal exactly for sides with the same effect by the same decider. */
export function sideKey({ effect, source, rule }: ChangeSide): string {
  const decider = rule === undefined ? "" : `${rule.layer}:${rule.connector ?? ""}:${rule.index}`;
  return `${effect} ${source} ${decider}`;
}
