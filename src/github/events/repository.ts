import type { EmitterWebhookEvent } from "@octokit/webhooks";
import type { Noted } from "./noted.ts";
import { subjectRepository } from "./subject.ts";

/** The default branch may be another one now, and with it the branch that the policy is read from. */
export function repositoryEdited({ payload }: EmitterWebhookEvent<"repository.edited">): Noted {
  return { subjects: [{ ...subjectRepository(payload), kind: "repository" }], sightings: [] };
}
