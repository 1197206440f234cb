import type { Noted } from "./noted.ts";
import { pullRequestSubject, type RepositoryPayload, subjectRepository } from "./subject.ts";

/**
 * Judges the pull requests that GitHub names for the commit. It names none for a fork's; then every open pull request
 * of the repository is judged.
 */
export function rerequested(
  payload: RepositoryPayload,
  headSha: string,
  pulls: readonly ({ readonly number: number } | null)[],
): Noted {
  const named = pulls.flatMap((pull) =>
    pull === null ? [] : [pullRequestSubject(payload, pull.number, headSha)],
  );
  const everything = { ...subjectRepository(payload), kind: "repository" as const };
  return {
    subjects: named.length > 0 ? named : [everything],
    sightings: [],
    rewrite: { repositoryId: payload.repository.id, headSha },
  };
}
