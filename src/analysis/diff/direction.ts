import type { Effect } from "../../policy/effect.ts";
import type { Direction } from "./change.ts";

const restrictiveness: Record<Effect | "denied", number> = {
  always_run: 0,
  require_approval: 1,
  block: 2,
  denied: 3,
};

/** Whether calls become less restricted or more, `denied` being the most. */
export function directionOf(from: Effect | "denied", to: Effect | "denied"): Direction {
  return restrictiveness[to] < restrictiveness[from] ? "loosened" : "tightened";
}
