import type { EmitterWebhookEvent } from "@octokit/webhooks";
import type { Noted } from "./noted.ts";
import { describedPullRequest } from "./subject.ts";

/**
 * A pull request appeared, moved, was retargeted, closed: judge it anew. Whoever opened or pushed it took part in it,
 * whatever its commits say.
 */
export function pullRequest({ payload }: EmitterWebhookEvent<"pull_request">): Noted {
  const { pull_request: pull, sender, repository } = payload;
  const pushed = ["opened", "synchronize"].includes(payload.action) && sender !== undefined;
  return {
    subjects: [describedPullRequest(payload, pull)],
    sightings: pushed
      ? [
          {
            kind: "push",
            repositoryId: repository.id,
            pullNumber: pull.number,
            userId: sender.id,
            login: sender.login,
            ...(payload.action === "synchronize" ? { beforeSha: payload.before } : {}),
            headSha: pull.head.sha,
          },
        ]
      : [],
  };
}
