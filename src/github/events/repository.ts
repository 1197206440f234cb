import type { Noted } from "./noted.ts";
import { type RepositoryPayload, subjectRepository } from "./subject.ts";

/**
 * The default branch may be another one now, and with it the branch that the policy is read from; the repository may be
 * called otherwise, belong to somebody else and so to another installation, be written to again, or be seen by others.
 * While it is archived nothing can be merged and nothing can be written.
 */
export function repositoryChanged({ payload }: { readonly payload: RepositoryPayload }): Noted {
  return { subjects: [{ ...subjectRepository(payload), kind: "repository" }], sightings: [] };
}
