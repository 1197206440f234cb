import type { EmitterWebhookEvent } from "@octokit/webhooks";
import type { Noted } from "./noted.ts";

/**
 * Somebody pressed a button of a check run. No button opens anything: it carries no reason, and whoever can write to the
 * repository can press it. Who did is on record.
 */
export function requestedAction({
  payload,
}: EmitterWebhookEvent<"check_run.requested_action">): Noted {
  const { check_run: run, repository, sender, requested_action: action } = payload;
  const [pull] = run.pull_requests;
  return {
    subjects: [],
    sightings: [
      {
        kind: "override-button",
        repositoryId: repository.id,
        ...(pull ? { pullNumber: pull.number } : {}),
        headSha: run.head_sha,
        identifier: action?.identifier ?? "",
        personId: sender.id,
        login: sender.login,
      },
    ],
  };
}
