import { changedFiles } from "../changed-files.ts";
import { type FlatTree, flatten } from "../file-tree.ts";
import { commitOf } from "../git-objects.ts";
import { commitsBetween, mergeBase } from "../history.ts";
import { changedFileJson, commitJson } from "../json/commit-json.ts";
import { pullJson } from "../json/pull-json.ts";
import { fullName } from "../json/repository-json.ts";
import { pageAnswer, pageOf } from "../pagination.ts";
import { commitsOf, filesBetween } from "../pull-requests.ts";
import { notFound, Refusal } from "../refusal.ts";
import { resolveCommit } from "../repositories.ts";
import {
  type Answer,
  type Needs,
  parameter,
  type RepositoryCall,
  type Route,
  required,
} from "../route.ts";
import type { Repository } from "../state.ts";
import { webUrl } from "../world.ts";
import { repositoryUrl } from "./git-routes.ts";

const READ: Needs = [["contents", "read"]];
/** Commits of a comparison that come without asking for pages. */
const COMPARE_COMMITS = 250;

/** Commits, and comparisons of them. */
export const commitRoutes: readonly Route[] = [
  {
    kind: "repository",
    method: "GET",
    path: "/repos/{owner}/{repo}/commits/{ref}",
    needs: READ,
    handle: getCommit,
  },
  {
    kind: "repository",
    method: "GET",
    path: "/repos/{owner}/{repo}/compare/{basehead}",
    needs: READ,
    handle: compare,
  },
  {
    kind: "repository",
    method: "GET",
    path: "/repos/{owner}/{repo}/commits/{commit_sha}/pulls",
    needs: [
      ["pull_requests", "read"],
      ["contents", "read"],
    ],
    handle: (call) => {
      const sha = commitNamed(call.repository, parameter(call, "commit_sha"));
      const found = [...call.repository.pulls.values()].filter(
        (pull) => pull.mergeCommitSha === sha || commitsOf(pull).includes(sha),
      );
      return pageAnswer(call, found, (pull) => pullJson(call.world, pull));
    },
  },
];

function getCommit(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const sha = commitNamed(repository, parameter(call, "ref"));
  const [parent] = commitOf(repository.objects, sha).parents;
  const before: FlatTree = parent === undefined ? new Map() : treeAt(repository, parent);
  const files = changedFiles(repository.objects, before, treeAt(repository, sha));
  const page = pageOf(call, files, world.limits.compareFiles);
  const additions = files.reduce((sum, file) => sum + file.additions, 0);
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0);
  return {
    status: 200,
    headers: page.headers,
    body: {
      ...commitJson(world, repository, sha),
      stats: { total: additions + deletions, additions, deletions },
      files: page.items.map((file) => changedFileJson(world, repository, file, sha)),
    },
  };
}

function compare(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const { objects } = repository;
  const [baseName, headName] = parameter(call, "basehead").split("...");
  if (!baseName || !headName) throw notFound();
  const base = compared(call, baseName);
  const head = compared(call, headName);
  const origin = mergeBase(objects, base, head);
  if (origin === null)
    throw new Refusal(404, `No common ancestor between ${baseName} and ${headName}.`);
  const ahead = commitsBetween(objects, base, head);
  const behind = commitsBetween(objects, head, base);
  const page = pageOf(call, ahead, COMPARE_COMMITS);
  const web = webUrl(world, `/${fullName(repository)}/compare/${baseName}...${headName}`);
  return {
    status: 200,
    headers: page.headers,
    body: {
      url: repositoryUrl(world, repository, `/compare/${baseName}...${headName}`),
      html_url: web,
      permalink_url: web,
      diff_url: `${web}.diff`,
      patch_url: `${web}.patch`,
      base_commit: commitJson(world, repository, base),
      merge_base_commit: commitJson(world, repository, origin),
      status: comparison(ahead.length, behind.length),
      ahead_by: ahead.length,
      behind_by: behind.length,
      total_commits: ahead.length,
      commits: page.items.map((sha) => commitJson(world, repository, sha)),
      files:
        page.number > 1
          ? []
          : filesBetween(repository, base, head)
              .slice(0, world.limits.compareFiles)
              .map((file) => changedFileJson(world, repository, file, head)),
    },
  };
}

function comparison(ahead: number, behind: number): string {
  if (ahead > 0) return behind > 0 ? "diverged" : "ahead";
  return behind > 0 ? "behind" : "identical";
}

/** A side of a comparison: a name in this repository, or `owner:branch` in a fork of its network. */
function compared({ world, repository }: RepositoryCall, name: string): string {
  const colon = name.indexOf(":");
  if (colon < 0) return required(resolveCommit(repository, name), notFound);
  const owner = name.slice(0, colon).toLowerCase();
  const relatives = [...world.state.repositories.values()].filter(
    (other) => other.objects === repository.objects && other.owner.login.toLowerCase() === owner,
  );
  const found = relatives.flatMap((other) => resolveCommit(other, name.slice(colon + 1)) ?? [])[0];
  return required(found, notFound);
}

function commitNamed(repository: Repository, name: string): string {
  return required(
    resolveCommit(repository, name),
    () => new Refusal(422, `No commit found for SHA: ${name}`),
  );
}

function treeAt(repository: Repository, sha: string): FlatTree {
  return flatten(repository.objects, commitOf(repository.objects, sha).tree);
}
