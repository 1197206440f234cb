import type { Decision } from "../../policy/decision.ts";

/** What becomes of a call when it can be said. */
export type Outcome = Exclude<Decision["effect"], "indeterminate">;
