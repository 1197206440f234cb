import type { EmitterWebhookEvent } from "@octokit/webhooks";
import type { Noted } from "./noted.ts";
import { subjectRepository } from "./subject.ts";

const branchRef = /^refs\/heads\/(.+)$/;

/**
 * A branch moved: every open pull request into it may now mean something else. The default branch also says which
 * other branches are trusted, so that every open pull request is looked at. Tags and deletions are nothing.
 */
export function push({ payload }: EmitterWebhookEvent<"push">): Noted {
  const ref = branchRef.exec(payload.ref)?.[1];
  if (ref === undefined || payload.deleted) return { subjects: [], sightings: [] };
  const repository = { ...subjectRepository(payload), sha: payload.after };
  return {
    subjects: [
      ref === payload.repository.default_branch
        ? { ...repository, kind: "repository" }
        : { ...repository, kind: "branch", ref },
    ],
    sightings: [],
  };
}
