import type { EmitterWebhookEvent } from "@octokit/webhooks";
import type { Noted } from "./noted.ts";
import { rerequested } from "./rerequested.ts";

/** Somebody pressed "Re-run all checks". */
export function checkSuite({ payload }: EmitterWebhookEvent<"check_suite.rerequested">): Noted {
  const { check_suite: suite } = payload;
  return rerequested(payload, suite.head_sha, suite.pull_requests);
}
