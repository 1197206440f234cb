import type { Claim } from "../../storage/work/claim.ts";
import { statusOf } from "../client.ts";
import type { CommitCheck } from "../publish/commit-check.ts";
import { failureReport } from "./failure-report.ts";
import { attemptLimit } from "./retry-time.ts";

/** Errors that a failed check tells of. */
const told = new WeakSet<object>();

/** Nothing can be written, and nothing will be as long as GitHub answers so. */
const refusals: readonly (number | undefined)[] = [403, 404, 410, 451];

/** Concludes the check as failed because of the error. */
export async function tellFailure(check: CommitCheck, claim: Claim, error: unknown): Promise<void> {
  await check.conclude(failureReport(claim, error));
  if (typeof error === "object" && error !== null) told.add(error);
}

/**
 * Whether work that failed so often is given up until something happens. An error that no check tells of is tried for
 * ever, slowly, because an older success may stand there; unless GitHub refuses to be written to at all.
 */
export function isGivenUp({ attempts }: Claim, error: unknown): boolean {
  if (attempts < attemptLimit) return false;
  const isTold = typeof error === "object" && error !== null && told.has(error);
  return isTold || refusals.includes(statusOf(error));
}
