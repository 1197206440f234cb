import { commitJson } from "../json/commit-json.ts";
import { fullName } from "../json/repository-json.ts";
import type { CommitStatus, Repository } from "../state.ts";
import { apiUrl, type WebhookEvent, type World } from "../world.ts";
import { repositoryEvent } from "./repository-event.ts";

/** A `status` webhook, with the branches whose tip the commit is. */
export function statusEvent(
  world: World,
  repository: Repository,
  status: CommitStatus,
): WebhookEvent {
  const commit = commitJson(world, repository, status.sha);
  const branches = [...repository.refs]
    .filter(([ref, sha]) => sha === status.sha && ref.startsWith("refs/heads/"))
    .map(([ref]) => ({
      name: ref.slice("refs/heads/".length),
      commit: {
        sha: status.sha,
        url: apiUrl(world, `/repos/${fullName(repository)}/commits/${status.sha}`),
      },
      protected: false,
    }));
  return repositoryEvent(world, "status", null, repository, status.creator, {
    id: status.id,
    sha: status.sha,
    name: fullName(repository),
    target_url: status.targetUrl,
    context: status.context,
    description: status.description,
    state: status.state,
    commit,
    branches,
    created_at: status.createdAt,
    updated_at: status.createdAt,
  });
}
