import { type GitObject, type Mode, type TreeEntry, treeOf } from "../git-objects.ts";
import { gitCommitJson } from "../json/commit-json.ts";
import { fullName, repositoryJson } from "../json/repository-json.ts";
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
import { apiUrl, type Json, nodeId, type World } from "../world.ts";

const READ: Needs = [["contents", "read"]];
const KINDS: Readonly<Record<Mode, "blob" | "tree" | "commit">> = {
  "100644": "blob",
  "100755": "blob",
  "120000": "blob",
  "160000": "commit",
  "040000": "tree",
};

/** The repository, and its git objects by id. */
export const gitRoutes: readonly Route[] = [
  {
    kind: "repository",
    method: "GET",
    path: "/repos/{owner}/{repo}",
    needs: [["metadata", "read"]],
    handle: ({ world, repository }) => ({ status: 200, body: repositoryJson(world, repository) }),
  },
  {
    kind: "repository",
    method: "GET",
    path: "/repos/{owner}/{repo}/git/ref/{ref}",
    needs: READ,
    handle: getRef,
  },
  {
    kind: "repository",
    method: "GET",
    path: "/repos/{owner}/{repo}/git/trees/{tree_sha}",
    needs: READ,
    handle: getTree,
  },
  {
    kind: "repository",
    method: "GET",
    path: "/repos/{owner}/{repo}/git/blobs/{file_sha}",
    needs: READ,
    handle: getBlob,
  },
  {
    kind: "repository",
    method: "GET",
    path: "/repos/{owner}/{repo}/git/commits/{commit_sha}",
    needs: READ,
    handle: (call) => {
      const sha = parameter(call, "commit_sha");
      if (call.repository.objects.get(sha)?.kind !== "commit") throw notFound();
      return { status: 200, body: gitCommitJson(call.world, call.repository, sha) };
    },
  },
];

function getRef(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const ref = `refs/${parameter(call, "ref")}`;
  const sha = required(repository.refs.get(ref), notFound);
  return {
    status: 200,
    body: {
      ref,
      node_id: nodeId("Ref", `${repository.id}:${ref}`),
      url: repositoryUrl(world, repository, `/git/${ref}`),
      object: { type: "commit", sha, url: repositoryUrl(world, repository, `/commits/${sha}`) },
    },
  };
}

function getTree(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const name = parameter(call, "tree_sha");
  const named =
    repository.objects.get(name) ?? repository.objects.get(resolveCommit(repository, name) ?? "");
  const sha = required(treeIdOf(named), notFound);
  const all = call.query.has("recursive")
    ? recursiveEntries(repository, sha, "")
    : treeOf(repository.objects, sha).entries.map((entry) => ({ path: entry.name, entry }));
  return {
    status: 200,
    body: {
      sha,
      url: repositoryUrl(world, repository, `/git/trees/${sha}`),
      truncated: all.length > world.limits.treeEntries,
      tree: all
        .slice(0, world.limits.treeEntries)
        .map(({ path, entry }) => treeEntryJson(world, repository, path, entry)),
    },
  };
}

function getBlob(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const sha = parameter(call, "file_sha");
  if (!/^[0-9a-f]{40}$/.test(sha)) {
    throw new Refusal(
      422,
      "The sha parameter must be exactly 40 characters and contain only [0-9a-f].",
    );
  }
  const blob = repository.objects.get(sha);
  if (blob?.kind !== "blob") throw notFound();
  if (blob.bytes.length > world.limits.blobBytes) {
    throw new Refusal(403, "This API returns blobs up to 100 MB in size.");
  }
  return {
    status: 200,
    body: {
      sha,
      node_id: nodeId("Blob", sha),
      size: blob.bytes.length,
      url: repositoryUrl(world, repository, `/git/blobs/${sha}`),
      content: wrapped(Buffer.from(blob.bytes).toString("base64")),
      encoding: "base64",
    },
  };
}

function treeEntryJson(
  world: World,
  repository: Repository,
  path: string,
  { mode, sha }: TreeEntry,
): Json {
  const type = KINDS[mode];
  const blob = repository.objects.get(sha);
  return {
    path,
    mode,
    type,
    sha,
    ...(blob?.kind === "blob" ? { size: blob.bytes.length } : {}),
    ...(type === "commit" ? {} : { url: repositoryUrl(world, repository, `/git/${type}s/${sha}`) }),
  };
}

/** All entries below a tree, folders before what they hold. */
function recursiveEntries(
  repository: Repository,
  tree: string,
  prefix: string,
): { path: string; entry: TreeEntry }[] {
  return treeOf(repository.objects, tree).entries.flatMap((entry) => {
    const path = `${prefix}${entry.name}`;
    const below =
      entry.mode === "040000" ? recursiveEntries(repository, entry.sha, `${path}/`) : [];
    return [{ path, entry }, ...below];
  });
}

function treeIdOf(object: GitObject | undefined): string | undefined {
  if (object?.kind === "tree") return object.sha;
  return object?.kind === "commit" ? object.tree : undefined;
}

/** Base64 as GitHub sends it: lines of 60 characters, each ended. */
export function wrapped(base64: string): string {
  return base64.replace(/.{1,60}/g, "$&\n");
}

/** An address below a repository. */
export function repositoryUrl(world: World, repository: Repository, path: string): string {
  return apiUrl(world, `/repos/${fullName(repository)}${path}`);
}
