import type { EmitterWebhookEvent } from "@octokit/webhooks";
import { checkRun } from "./check-run.ts";
import { checkSuite } from "./check-suite.ts";
import type { Noted } from "./noted.ts";
import { pullRequest } from "./pull-request.ts";
import { pullRequestReview } from "./pull-request-review.ts";
import { push } from "./push.ts";
import { repositoryEdited } from "./repository.ts";

type Handler = (event: EmitterWebhookEvent) => Noted;

/** Every webhook that matters, by `event` or `event.action`. What is not here is acknowledged and changes nothing. */
const handlers: Readonly<Record<string, Handler>> = {
  "pull_request.opened": pullRequest as Handler,
  "pull_request.reopened": pullRequest as Handler,
  "pull_request.synchronize": pullRequest as Handler,
  "pull_request.edited": pullRequest as Handler,
  "pull_request.ready_for_review": pullRequest as Handler,
  "pull_request.converted_to_draft": pullRequest as Handler,
  "pull_request.closed": pullRequest as Handler,
  "pull_request_review.submitted": pullRequestReview as Handler,
  "pull_request_review.edited": pullRequestReview as Handler,
  "pull_request_review.dismissed": pullRequestReview as Handler,
  "check_run.rerequested": checkRun as Handler,
  "check_suite.rerequested": checkSuite as Handler,
  "repository.edited": repositoryEdited as Handler,
  push: push as Handler,
};

const nothing: Noted = { subjects: [], sightings: [] };

/** What a delivery leaves behind. */
export function noted(event: EmitterWebhookEvent): Noted {
  const action = "action" in event.payload ? `.${event.payload.action}` : "";
  const handler = handlers[`${event.name}${action}`];
  return handler === undefined ? nothing : handler(event);
}
