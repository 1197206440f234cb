import type { Decision } from "./decision.ts";

/**
 * How little a decision lets happen: run < hold < block < denied. What cannot be decided stands last: it is no loosening to
 * learn what it was.
 */
export const restrictiveness: Readonly<Record<Decision["effect"], number>> = {
  always_run: 0,
  require_approval: 1,
  block: 2,
  denied: 3,
  indeterminate: 4,
};
