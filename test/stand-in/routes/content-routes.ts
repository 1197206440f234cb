import { bytesOf, commitOf, type Mode, type TreeEntry, treeOf } from "../git-objects.ts";
import { fullName } from "../json/repository-json.ts";
import { notFound, Refusal } from "../refusal.ts";
import { resolveCommit } from "../repositories.ts";
import { type Answer, parameter, type RepositoryCall, type Route, required } from "../route.ts";
import type { Repository } from "../state.ts";
import { type Json, webUrl } from "../world.ts";
import { repositoryUrl, wrapped } from "./git-routes.ts";

const INLINE_BYTES = 1024 * 1024;
const MOST_BYTES = 100 * 1024 * 1024;
const TYPES: Readonly<Record<Mode, "file" | "dir" | "symlink" | "submodule">> = {
  "100644": "file",
  "100755": "file",
  "120000": "symlink",
  "160000": "submodule",
  "040000": "dir",
};

/**
 * The contents API with its traps: it follows a symbolic link to a file, gives no content between 1 and 100 MB,
 * answers a list for a folder, and calls a submodule in a list a file.
 */
export const contentRoutes: readonly Route[] = [
  {
    kind: "repository",
    method: "GET",
    path: "/repos/{owner}/{repo}/contents/{path}",
    needs: [["contents", "read"]],
    handle: getContents,
  },
];

function getContents(call: RepositoryCall): Answer {
  const { repository } = call;
  const ref = call.query.get("ref") ?? repository.defaultBranch;
  const commit = required(
    resolveCommit(repository, ref),
    () => new Refusal(404, `No commit found for the ref ${ref}`),
  );
  const root = commitOf(repository.objects, commit).tree;
  const path = parameter(call, "path").replace(/\/$/, "");
  const found = required(entryAt(repository, root, path), notFound);
  if (found.mode === "040000") {
    const { entries } = treeOf(repository.objects, found.sha);
    return {
      status: 200,
      body: entries.map((entry) => {
        const below = path === "" ? entry.name : `${path}/${entry.name}`;
        const type = entry.mode === "160000" ? "file" : TYPES[entry.mode];
        return { ...entryJson(call, below, entry, ref), type };
      }),
    };
  }
  return { status: 200, body: fileJson(call, root, path, found, ref) };
}

function fileJson(
  call: RepositoryCall,
  root: string,
  path: string,
  entry: TreeEntry,
  ref: string,
): Json {
  const { repository } = call;
  const shown = entryJson(call, path, entry, ref);
  if (entry.mode === "160000") {
    const url = webUrl(call.world, `/${repository.owner.login}/${entry.name}.git`);
    return { ...shown, type: "submodule", submodule_git_url: url };
  }
  if (entry.mode === "120000") {
    const target = Buffer.from(bytesOf(repository.objects, entry.sha)).toString();
    const linked = entryAt(repository, root, resolved(path, target));
    if (linked === undefined || !linked.mode.startsWith("100")) {
      return { ...shown, type: "symlink", target };
    }
    return { ...fileJson(call, root, path, linked, ref), sha: linked.sha };
  }
  const bytes = bytesOf(repository.objects, entry.sha);
  if (bytes.length > MOST_BYTES)
    throw new Refusal(403, "This API returns blobs up to 100 MB in size.");
  const large = bytes.length > INLINE_BYTES;
  return {
    ...shown,
    type: "file",
    content: large ? "" : wrapped(Buffer.from(bytes).toString("base64")),
    encoding: large ? "none" : "base64",
  };
}

function entryJson(
  { world, repository }: RepositoryCall,
  path: string,
  { mode, sha }: TreeEntry,
  ref: string,
): Json {
  const self = repositoryUrl(world, repository, `/contents/${encodeURI(path)}?ref=${ref}`);
  const git = repositoryUrl(world, repository, `/git/blobs/${sha}`);
  const html = webUrl(world, `/${fullName(repository)}/blob/${ref}/${encodeURI(path)}`);
  const blob = repository.objects.get(sha);
  return {
    type: TYPES[mode],
    size: blob?.kind === "blob" ? blob.bytes.length : 0,
    name: path.split("/").at(-1),
    path,
    sha,
    url: self,
    git_url: git,
    html_url: html,
    download_url: blob?.kind === "blob" ? html : null,
    _links: { git, html, self },
  };
}

function entryAt(repository: Repository, root: string, path: string): TreeEntry | undefined {
  let entry: TreeEntry | undefined = { mode: "040000", name: "", sha: root };
  for (const name of path.split("/").filter((part) => part !== "")) {
    if (entry?.mode !== "040000") return undefined;
    entry = treeOf(repository.objects, entry.sha).entries.find((below) => below.name === name);
  }
  return entry;
}

/** Where a link leads, from the folder that holds it. */
function resolved(path: string, target: string): string {
  const names = path.split("/").slice(0, -1);
  for (const name of target.split("/")) {
    if (name === "..") names.pop();
    else if (name !== ".") names.push(name);
  }
  return names.join("/");
}
