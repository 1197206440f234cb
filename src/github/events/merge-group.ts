import type { EmitterWebhookEvent } from "@octokit/webhooks";
import type { MergeGroupSighting } from "../../storage/trust-branch/merge-group.ts";
import type { Noted } from "./noted.ts";
import { type RepositoryPayload, subjectRepository } from "./subject.ts";

/** A merge queue asks for checks on a group, or has given the group up or merged it. */
export function mergeGroup({ payload }: EmitterWebhookEvent<"merge_group">): Noted {
  const { merge_group: group } = payload;
  const repository = subjectRepository(payload as RepositoryPayload);
  return {
    subjects: [{ ...repository, kind: "merge-group", sha: group.head_sha }],
    sightings: [
      {
        kind: "merge-group",
        repositoryId: repository.repositoryId,
        headSha: group.head_sha,
        headRef: group.head_ref,
        baseSha: group.base_sha,
        baseRef: group.base_ref.replace(/^refs\/heads\//, ""),
        state: stateAfter(payload),
      },
    ],
  };
}

function stateAfter(
  payload: EmitterWebhookEvent<"merge_group">["payload"],
): MergeGroupSighting["state"] {
  if (payload.action === "checks_requested") return "queued";
  return payload.reason === "merged" ? "merged" : "left";
}
