import type { CheckedCall } from "../../analysis/simulation/check-calls.ts";
import type { CheckSummary } from "./check-tally.ts";

/**
 * Renders a check while it goes on, in memory that does not grow with it. What `call` and `end` return is to be written
 * in that order; `end` comes once, last.
 */
export interface CheckReport {
  call(checked: CheckedCall): string;
  end(summary: CheckSummary): string;
}
