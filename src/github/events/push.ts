import type { EmitterWebhookEvent } from "@octokit/webhooks";
import type { BranchPushSighting } from "../../storage/trust-branch/branch-push.ts";
import type { Noted } from "./noted.ts";
import { subjectRepository } from "./subject.ts";

const branchRef = /^refs\/heads\/(.+)$/;
/** The merge queue's own branches: what they hold is judged as a group. */
const queueBranch = /^gh-readonly-queue\//;

/**
 * A branch moved: every open pull request into it may now mean something else, and what landed on it is audited. The
 * default branch also says which other branches are trusted, so that every open pull request is looked at. Tags and
 * deletions are nothing.
 */
export function push({ payload }: EmitterWebhookEvent<"push">): Noted {
  const ref = branchRef.exec(payload.ref)?.[1];
  if (ref === undefined || payload.deleted || queueBranch.test(ref)) {
    return { subjects: [], sightings: [] };
  }
  const repository = { ...subjectRepository(payload), sha: payload.after };
  return {
    subjects: [
      ref === payload.repository.default_branch
        ? { ...repository, kind: "repository" }
        : { ...repository, kind: "branch", ref },
      { ...repository, kind: "trust-branch", ref },
    ],
    sightings: [landed(payload, ref)],
  };
}

function landed(
  { repository, before, after, sender }: EmitterWebhookEvent<"push">["payload"],
  ref: string,
): BranchPushSighting {
  return {
    kind: "branch-push",
    repositoryId: repository.id,
    ref,
    // Git writes zeros for a branch that was not there.
    ...(/^0+$/.test(before) ? {} : { beforeSha: before }),
    afterSha: after,
    defaultBranch: repository.default_branch,
    ...(sender === undefined || sender === null
      ? {}
      : { pusher: { id: sender.id, login: sender.login } }),
  };
}
