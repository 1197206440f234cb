import { accountJson } from "../json/account-json.ts";
import { repositoryJson } from "../json/repository-json.ts";
import { pageOf } from "../pagination.ts";
import { Refusal } from "../refusal.ts";
import { resolveCommit } from "../repositories.ts";
import { type Answer, parameter, type RepositoryCall, type Route, required } from "../route.ts";
import type { CommitStatus } from "../state.ts";
import { type Json, nextId, nodeId, now, type World } from "../world.ts";
import { repositoryUrl } from "./git-routes.ts";

/** Commit statuses, the older kind of check. */
export const statusRoutes: readonly Route[] = [
  {
    kind: "repository",
    method: "GET",
    path: "/repos/{owner}/{repo}/commits/{ref}/status",
    needs: [["statuses", "read"]],
    handle: combined,
  },
  {
    kind: "repository",
    method: "POST",
    path: "/repos/{owner}/{repo}/statuses/{sha}",
    needs: [["statuses", "write"]],
    handle: create,
  },
];

function combined(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const sha = commitIn(call, "ref");
  const all = repository.statuses.filter((status) => status.sha === sha);
  const latest = all.filter(
    (status) => all.findLast(({ context }) => context === status.context) === status,
  );
  const page = pageOf(call, latest);
  const states = latest.map(({ state }) => state);
  return {
    status: 200,
    headers: page.headers,
    body: {
      state: states.some((state) => state === "failure" || state === "error")
        ? "failure"
        : states.length === 0 || states.includes("pending")
          ? "pending"
          : "success",
      sha,
      total_count: latest.length,
      statuses: page.items.map((status) => statusJson(call, status)),
      repository: repositoryJson(world, repository),
      commit_url: repositoryUrl(world, repository, `/commits/${sha}`),
      url: repositoryUrl(world, repository, `/commits/${sha}/status`),
    },
  };
}

function create(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const fields = call.body as {
    state: CommitStatus["state"];
    context?: string;
    description?: string | null;
    target_url?: string | null;
  };
  const status: CommitStatus = {
    id: nextId(world.state),
    sha: commitIn(call, "sha"),
    context: fields.context ?? "default",
    state: fields.state,
    description: fields.description ?? null,
    targetUrl: fields.target_url ?? null,
    creator: call.installation.app.bot,
    createdAt: now(world),
  };
  repository.statuses.push(status);
  return {
    status: 201,
    body: { ...statusJson(call, status), creator: creatorJson(world, status) },
  };
}

function commitIn(call: RepositoryCall, name: string): string {
  const ref = parameter(call, name);
  return required(
    resolveCommit(call.repository, ref),
    () => new Refusal(422, `No commit found for SHA: ${ref}`),
  );
}

function statusJson({ world, repository }: RepositoryCall, status: CommitStatus): Json {
  const { avatar_url } = creatorJson(world, status);
  return {
    id: status.id,
    node_id: nodeId("StatusContext", status.id),
    url: repositoryUrl(world, repository, `/statuses/${status.sha}`),
    avatar_url,
    state: status.state,
    context: status.context,
    description: status.description,
    target_url: status.targetUrl,
    created_at: status.createdAt,
    updated_at: status.createdAt,
  };
}

function creatorJson(world: World, status: CommitStatus): Json {
  return accountJson(world, status.creator);
}
