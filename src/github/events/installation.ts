import type { EmitterWebhookEvent } from "@octokit/webhooks";
import type { Noted } from "./noted.ts";

/**
 * The app was installed, taken away, stopped or let go on again. What was open before is swept; what is gone is not
 * worked on any more.
 */
export function installation({ payload }: EmitterWebhookEvent<"installation">): Noted {
  const { id } = payload.installation;
  // GitHub lists what there is when an installation is made: nothing can be open where there is nothing.
  const soon = payload.action !== "created" || payload.repositories?.length !== 0;
  const gone = payload.action === "deleted" || payload.action === "suspend";
  return {
    subjects: [],
    sightings: [],
    installation: gone ? { id, kind: "gone" } : { id, kind: "sweep", soon },
  };
}

/** Repositories came into the installation's reach, or left it. */
export function installationRepositories({
  payload,
}: EmitterWebhookEvent<"installation_repositories">): Noted {
  const { id } = payload.installation;
  const removed = payload.repositories_removed.flatMap((repository) => repository.id ?? []);
  return {
    subjects: [],
    sightings: [],
    installation:
      payload.action === "removed"
        ? { id, kind: "repositories-gone", repositoryIds: removed }
        : { id, kind: "sweep", soon: true },
  };
}
