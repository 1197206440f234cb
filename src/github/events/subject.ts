import type { SubjectRepository, WorkSubject } from "../../storage/work/work-subject.ts";
import { targetBranch } from "../read/target-branch.ts";

/** The parts of a payload that say which repository of which installation it speaks of. */
export interface RepositoryPayload {
  readonly installation?: { readonly id: number } | null;
  readonly repository: {
    readonly id: number;
    readonly name: string;
    readonly owner: { readonly login: string } | null;
  };
}

/** Throws when the payload names no installation: without one, nothing can be read or published. */
export function subjectRepository(payload: RepositoryPayload): SubjectRepository {
  const { installation, repository } = payload;
  if (!installation || repository.owner === null) {
    throw new Error(`a delivery for repository ${repository.id} names no installation or owner`);
  }
  return {
    installationId: installation.id,
    repositoryId: repository.id,
    owner: repository.owner.login,
    repo: repository.name,
  };
}

/** One pull request, to be judged. `sha` is the head that the delivery spoke of, `baseRef` the base, if it named one. */
export function pullRequestSubject(
  payload: RepositoryPayload,
  number: number,
  { sha, baseRef }: { readonly sha: string; readonly baseRef?: string },
): WorkSubject {
  const base = baseRef === undefined ? {} : { baseRef };
  return { ...subjectRepository(payload), kind: "pull-request", number, sha, ...base };
}

/** The pull request that a delivery describes. */
export function describedPullRequest(
  payload: RepositoryPayload,
  pull: {
    readonly number: number;
    readonly head: { readonly sha: string };
    readonly base: { readonly ref: string };
  },
): WorkSubject {
  const { number, head } = pull;
  return pullRequestSubject(payload, number, { sha: head.sha, baseRef: targetBranch(pull) });
}
