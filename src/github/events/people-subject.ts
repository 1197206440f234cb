import type { WorkSubject } from "../../storage/work/work-subject.ts";
import { type RepositoryPayload, subjectRepository } from "./subject.ts";

/** The parts of a payload that say whose people it speaks of: those of an installation, or of one repository of it. */
export interface PeoplePayload extends Pick<RepositoryPayload, "installation"> {
  readonly repository?: RepositoryPayload["repository"] | null;
}

/**
 * Everything of an installation, or of the repository that the delivery names, that depends on who somebody is. Throws
 * when the payload names no installation.
 */
export function peopleSubject({ installation, repository }: PeoplePayload): WorkSubject {
  if (repository) {
    return {
      ...subjectRepository({ installation: installation ?? null, repository }),
      kind: "people",
    };
  }
  if (!installation) throw new Error("a delivery about people names no installation");
  const everywhere = { repositoryId: 0, owner: "", repo: "" };
  return { ...everywhere, installationId: installation.id, kind: "people" };
}
