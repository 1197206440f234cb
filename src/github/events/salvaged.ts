import type { EmitterWebhookEvent } from "@octokit/webhooks";
import type { SubjectRepository } from "../../storage/work/work-subject.ts";
import type { Noted } from "./noted.ts";

/**
 * What is left of a delivery that could not be read: the pull request that it names, or the repository, is judged anew
 * from what GitHub itself says now. What the delivery alone could have witnessed is not witnessed, which keeps closed.
 */
export function salvaged({ payload }: EmitterWebhookEvent): Noted {
  const repository = repositoryIn(payload);
  if (repository === undefined) return { subjects: [], sightings: [] };
  const number = idIn(field(payload, "pull_request"), "number") ?? idIn(payload, "number");
  return {
    subjects: [
      number === undefined
        ? { ...repository, kind: "repository" }
        : { ...repository, kind: "pull-request", number },
    ],
    sightings: [],
  };
}

function repositoryIn(payload: unknown): SubjectRepository | undefined {
  const repository = field(payload, "repository");
  const installationId = idIn(field(payload, "installation"), "id");
  const repositoryId = idIn(repository, "id");
  const [owner, repo, ...rest] = String(field(repository, "full_name")).split("/");
  if (installationId === undefined || repositoryId === undefined) return undefined;
  if (!owner || !repo || rest.length > 0) return undefined;
  return { installationId, repositoryId, owner, repo };
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function idIn(value: unknown, name: string): number | undefined {
  const id = field(value, name);
  return typeof id === "number" && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
