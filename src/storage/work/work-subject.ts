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
  | (SubjectRepository & {
      readonly kind: "pull-request";
      readonly number: number;
      /** The base that the last delivery named: a hint, as `sha` is. */
      readonly baseRef?: string;
    })
  | (SubjectRepository & { readonly kind: "branch"; readonly ref: string })
  | (SubjectRepository & { readonly kind: "repository" })
  /** A group of a merge queue, by its head. */
  | (SubjectRepository & { readonly kind: "merge-group"; readonly sha: string })
  /** Who owns what may be somebody else now: in one repository, or, with the repository 0, in all of an installation. */
  | (SubjectRepository & { readonly kind: "people" })
  /** What landed on a branch, to be audited; `branch` stands for the pull requests into it. */
  | (SubjectRepository & { readonly kind: "trust-branch"; readonly ref: string });

/** Identity of a subject: repository id, kind, and number, ref or SHA, `42:pull-request:7`. Names are no part of it. */
export function subjectKey(subject: WorkSubject): string {
  const place = `${subject.repositoryId}:${subject.kind}`;
  switch (subject.kind) {
    case "pull-request":
      return `${place}:${subject.number}`;
    case "branch":
    case "trust-branch":
      return `${place}:${subject.ref}`;
    case "merge-group":
      return mergeGroupKey(subject.repositoryId, subject.sha);
    case "repository":
      return place;
    case "people":
      return `${place}:${subject.installationId}`;
  }
}

/** Identity of the work on a group of a merge queue. */
export function mergeGroupKey(repositoryId: number, headSha: string): string {
  return `${repositoryId}:merge-group:${headSha}`;
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
      return {
        ...repository,
        kind: row.kind,
        number: row.number,
        ...(row.ref === "" ? {} : { baseRef: row.ref }),
      };
    case "branch":
    case "trust-branch":
      return { ...repository, kind: row.kind, ref: row.ref };
    case "merge-group":
      return { ...repository, kind: row.kind, sha: row.sha ?? "" };
    case "repository":
    case "people":
      return { ...repository, kind: row.kind };
  }
}
