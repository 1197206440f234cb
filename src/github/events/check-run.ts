import type { EmitterWebhookEvent } from "@octokit/webhooks";
import type { Noted } from "./noted.ts";
import { rerequested } from "./rerequested.ts";

/** Somebody pressed "Re-run" on a check run. */
export function checkRun({ payload }: EmitterWebhookEvent<"check_run.rerequested">): Noted {
  const { check_run: run } = payload;
  return rerequested(payload, run.head_sha, run.pull_requests);
}
