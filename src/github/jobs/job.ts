import type { Claim } from "../../storage/work/claim.ts";
import { Superseded } from "../publish/fence.ts";
import { failureFields } from "./failure-fields.ts";
import { fanOut } from "./fan-out.ts";
import type { JobContext } from "./job-context.ts";
import { pullRequestJob } from "./pull-request-job.ts";
import { retryTime } from "./retry-time.ts";

/**
 * Does the work of one claim and ends it. What a newer event overtook is given back at once; what failed is tried
 * again later, and said in the log without anything that a person wrote.
 */
export async function job(context: JobContext, claim: Claim): Promise<void> {
  const { store, log } = context;
  const { subject } = claim;
  try {
    if (subject.kind === "pull-request") await pullRequestJob(context, claim, subject);
    else await fanOut(context, claim, subject);
  } catch (error) {
    if (error instanceof Superseded) {
      log.info({ work: claim.key }, "overtaken by a newer event");
      await store.work.release(claim);
      return;
    }
    log.error(
      { work: claim.key, attempt: claim.attempts, ...failureFields(error) },
      "work failed and is tried again",
    );
    const retryAt = retryTime(error, context.now());
    await store.work.fail(claim, error, retryAt === undefined ? {} : { retryAt });
  }
}
