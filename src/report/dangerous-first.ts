import type { Change } from "../analysis/diff/change.ts";
import { restrictiveness } from "../policy/restrictiveness.ts";

/**
 * Orders changes as a person should read them: what gets looser before what gets tighter; then what ends up running,
 * coming from the most restrictive; then what can destroy.
 */
export function dangerousFirst(one: Change, other: Change): number {
  return rank(one) - rank(other) || destroys(other) - destroys(one);
}

function rank({ from, to }: Change): number {
  const before = restrictiveness[from.effect];
  const after = restrictiveness[to.effect];
  return after < before ? after * 10 - before : 100 - after * 10 + before;
}

function destroys({ risks }: Change): number {
  return Number(risks.includes("destructive"));
}
