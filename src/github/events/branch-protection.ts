import type { EmitterWebhookEvent } from "@octokit/webhooks";
import type { Noted } from "./noted.ts";
import { subjectRepository } from "./subject.ts";

/** A rule of the repository changed: whether the check is still required is looked at anew. */
export function branchProtection({
  payload,
}: EmitterWebhookEvent<"branch_protection_rule" | "repository_ruleset">): Noted {
  if (payload.repository === undefined) return { subjects: [], sightings: [] };
  const { installationId, repositoryId } = subjectRepository({
    ...payload,
    repository: payload.repository,
  });
  return {
    subjects: [],
    sightings: [],
    installation: { id: installationId, kind: "rules-changed", repositoryId },
  };
}
