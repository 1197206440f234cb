import type { Probot } from "probot";

/** An authenticated REST client of one installation. */
export type GitHubClient = Awaited<ReturnType<Probot["auth"]>>;

/** Names one repository in calls; the id is what stays when it is renamed or transferred. */
export interface Repository {
  readonly id: number;
  readonly owner: string;
  readonly repo: string;
}

/** The HTTP status of an error thrown by the client; undefined for anything else. */
export function statusOf(error: unknown): number | undefined {
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  return typeof status === "number" ? status : undefined;
}
