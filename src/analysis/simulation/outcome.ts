import type { Decision } from "../../policy/decision.ts";

/** What becomes of a call when it can be said. */
export type Outcome = Exclude<Decision["effect"], "indeterminate">;

/** Higher is more restrictive. What cannot be said stands last: it is no loosening to learn what it was. */
export const restrictiveness: Readonly<Record<Decision["effect"], number>> = {
  always_run: 0,
  require_approval: 1,
  block: 2,
  denied: 3,
  indeterminate: 4,
};
