import type { Noted } from "./noted.ts";
import { pullRequestSubject, type RepositoryPayload, subjectRepository } from "./subject.ts";

/**
 * Judges the pull requests that GitHub names for the commit. It names none for a fork's, for a group of a merge queue
 * and for what landed; then every open pull request of the repository is judged, and the commit by itself.
 */
export function rerequested(
  payload: RepositoryPayload,
  headSha: string,
  pulls: readonly ({ readonly number: number } | null)[],
): Noted {
  const named = pulls.flatMap((pull) =>
    pull === null ? [] : [pullRequestSubject(payload, pull.number, { sha: headSha })],
  );
  const repository = subjectRepository(payload);
  const everything = [
    { ...repository, kind: "repository" as const },
    { ...repository, kind: "merge-group" as const, sha: headSha },
  ];
  return {
    subjects: named.length > 0 ? named : everything,
    sightings: [],
    rewrite: { repositoryId: payload.repository.id, headSha },
  };
}
