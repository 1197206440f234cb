import { changedFileJson, commitJson } from "../json/commit-json.ts";
import { fullPullJson, pullJson } from "../json/pull-json.ts";
import { pageAnswer } from "../pagination.ts";
import { commitsOf, filesOf, refreshTestMerge } from "../pull-requests.ts";
import { notFound } from "../refusal.ts";
import {
  type Answer,
  integer,
  type Needs,
  type RepositoryCall,
  type Route,
  required,
} from "../route.ts";
import type { PullRequest } from "../state.ts";

const READ: Needs = [["pull_requests", "read"]];

/** Pull requests: which there are, one of them, its commits and its files. */
export const pullRoutes: readonly Route[] = [
  {
    kind: "repository",
    method: "GET",
    path: "/repos/{owner}/{repo}/pulls",
    needs: READ,
    handle: listPulls,
  },
  {
    kind: "repository",
    method: "GET",
    path: "/repos/{owner}/{repo}/pulls/{pull_number}",
    needs: READ,
    handle: (call) => {
      const pull = pullIn(call);
      refreshTestMerge(call.world, pull);
      return { status: 200, body: fullPullJson(call.world, pull) };
    },
  },
  {
    kind: "repository",
    method: "GET",
    path: "/repos/{owner}/{repo}/pulls/{pull_number}/commits",
    needs: READ,
    handle: (call) => {
      const shown = commitsOf(pullIn(call)).slice(0, call.world.limits.pullCommits);
      return pageAnswer(call, shown, (sha) => commitJson(call.world, call.repository, sha));
    },
  },
  {
    kind: "repository",
    method: "GET",
    path: "/repos/{owner}/{repo}/pulls/{pull_number}/files",
    needs: READ,
    handle: (call) => {
      const pull = pullIn(call);
      const shown = filesOf(pull).slice(0, call.world.limits.pullFiles);
      return pageAnswer(call, shown, (file) =>
        changedFileJson(call.world, call.repository, file, pull.head.sha),
      );
    },
  },
];

/** The pull request that the path names; 404 when there is none. */
export function pullIn(call: RepositoryCall, name = "pull_number"): PullRequest {
  return required(call.repository.pulls.get(integer(call, name)), notFound);
}

function listPulls(call: RepositoryCall): Answer {
  const { query } = call;
  const state = query.get("state") ?? "open";
  const base = query.get("base");
  const head = query.get("head");
  const sort = query.get("sort") === "updated" ? "updatedAt" : "createdAt";
  const ascending = query.get("direction") === "asc";
  const found = [...call.repository.pulls.values()]
    .filter((pull) => state === "all" || pull.state === state)
    .filter((pull) => base === null || pull.base.ref === base)
    // GitHub ignores a head that is not written `owner:branch`, and so answers with all.
    .filter((pull) => !head?.includes(":") || headLabel(pull) === head.toLowerCase())
    .sort((a, b) => (a[sort] < b[sort] ? -1 : a[sort] > b[sort] ? 1 : a.number - b.number));
  return pageAnswer(call, ascending ? found : found.reverse(), (pull) =>
    pullJson(call.world, pull),
  );
}

function headLabel(pull: PullRequest): string {
  return `${pull.head.owner.login}:${pull.head.ref}`.toLowerCase();
}
