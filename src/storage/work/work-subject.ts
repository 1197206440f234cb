import type { WorkTable } from "../tables.ts";

/** The repository that a subject lies in. The id is its identity; the names change when it is renamed. */
export interface SubjectRepository {
  readonly installationId: number;
  readonly repositoryId: number;
  readonly owner: string;
  readonly repo: string;
  /** The commit that the last delivery spoke of: a hint, to be read anew. */
  readonly sha?: string;
}

/** What one row of work is about. */
export type WorkSubject =
  | (SubjectRepository & { readonly kind: "pull-request"; readonly number: number })
  | (SubjectRepository & { readonly kind: "branch"; readonly ref: string })
  | (SubjectRepository & { readonly kind: "repository" });

/** Identity of a subject: repository id, kind, and number or ref, `42:pull-request:7`. Names are no part of it. */
export function subjectKey(subject: WorkSubject): string {
  const place = `${subject.repositoryId}:${subject.kind}`;
  switch (subject.kind) {
    case "pull-request":
      return `${place}:${subject.number}`;
    case "branch":
      return `${place}:${subject.ref}`;
    case "repository":
      return place;
  }
}

/** The subject of a row of the work table. */
export function subjectOf(row: WorkTable): WorkSubject {
  const repository: SubjectRepository = {
    installationId: row.installation_id,
    repositoryId: row.repository_id,
    owner: row.owner,
    repo: row.repo,
    ...(row.sha === null ? {} : { sha: row.sha }),
  };
  switch (row.kind) {
    case "pull-request":
      return { ...repository, kind: row.kind, number: row.number };
    case "branch":
      return { ...repository, kind: row.kind, ref: row.ref };
    case "repository":
      return { ...repository, kind: row.kind };
  }
}
