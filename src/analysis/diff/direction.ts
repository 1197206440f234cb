import type { Effect } from "../../policy/effect.ts";
import { restrictiveness } from "../../policy/restrictiveness.ts";
import type { Direction } from "./change.ts";

/** Whether calls become less restricted or more, `denied` being the most. */
export function directionOf(from: Effect | "denied", to: Effect | "denied"): Direction {
  return restrictiveness[to] < restrictiveness[from] ? "loosened" : "tightened";
}
