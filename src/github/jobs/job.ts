import type { Claim } from "../../storage/work/claim.ts";
import { Superseded } from "../publish/fence.ts";
import { failureFields } from "./failure-fields.ts";
import { fanOut } from "./fan-out.ts";
import type { JobContext } from "./job-context.ts";
import { mergeGroupJob } from "./merge-group-job.ts";
import { peopleFanOut } from "./people-fan-out.ts";
import { pullRequestJob } from "./pull-request-job.ts";
import { retryTime } from "./retry-time.ts";
import { isGivenUp } from "./tell-failure.ts";
import { trustBranchJob } from "./trust-branch-job.ts";

/**
 * Does the work of one claim and ends it. What a newer event overtook is given back at once; what failed is tried
 * again later, and said in the log without anything that a person wrote.
 */
export async function job(context: JobContext, claim: Claim): Promise<void> {
  const { store, log } = context;
  const { subject } = claim;
  try {
    if (subject.kind === "pull-request") await pullRequestJob(context, claim, subject);
    else if (subject.kind === "people") await peopleFanOut(context, claim, subject);
    else if (subject.kind === "merge-group") await mergeGroupJob(context, claim, subject);
    else if (subject.kind === "trust-branch") await trustBranchJob(context, claim, subject);
    else await fanOut(context, claim, subject);
  } catch (error) {
    if (error instanceof Superseded) {
      log.info({ work: claim.key }, "overtaken by a newer event");
      await store.work.release(claim);
      return;
    }
    const given = retryTime(error, context.now());
    const retryAt = given === undefined && isGivenUp(claim, error) ? "never" : given;
    log.error(
      { work: claim.key, attempt: claim.attempts, ...failureFields(error) },
      retryAt === "never"
        ? "work failed again and again, and waits for the next event"
        : "work failed and is tried again",
    );
    await store.work.fail(claim, error, retryAt === undefined ? {} : { retryAt });
  }
}
