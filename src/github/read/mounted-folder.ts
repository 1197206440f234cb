import { readdir, readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Repository } from "../client.ts";

/** The folder that is mounted for one repository, or why there is none, to be read after "the saved calls in `x`". */
export type MountedFolder =
  | { readonly kind: "folder"; readonly folder: string }
  | { readonly kind: "fault"; readonly because: string; readonly help?: string };

/** Says in a mounted folder whose it is: a name can be given to another repository, an id cannot. */
const idFile = "repository-id";

/**
 * Finds `OWNER/REPOSITORY` below the folder that `CORPUS_ROOT` names, whatever the case. It belongs to the repository only if its file
 * `repository-id` holds the repository's id, so that a name that was given away never leads to the former one's calls.
 */
export async function mountedFolder(
  root: string | undefined,
  { id, owner, repo }: Repository,
): Promise<MountedFolder> {
  if (root === undefined) {
    return {
      kind: "fault",
      because: "cannot be read: no folder is mounted for the app",
      help: "whoever runs the app sets `CORPUS_ROOT`",
    };
  }
  const top = await realpath(root).catch(() => undefined);
  if (top === undefined) {
    return { kind: "fault", because: "cannot be read: the folder of `CORPUS_ROOT` is not there" };
  }
  const candidates: string[] = [];
  for (const one of await foldersNamed(top, owner)) {
    for (const two of await foldersNamed(join(top, one), repo))
      candidates.push(join(top, one, two));
  }
  const ids = await Promise.all(candidates.map(idIn));
  const own = candidates.find((_, index) => ids[index] === String(id));
  if (own !== undefined) return { kind: "folder", folder: own };
  if (candidates.length === 0) {
    return {
      kind: "fault",
      because: `cannot be read: there is no folder \`${owner}/${repo}\` below \`CORPUS_ROOT\``,
    };
  }
  return {
    kind: "fault",
    because: `cannot be read: the folder \`${owner}/${repo}\` below \`CORPUS_ROOT\` does not say that it belongs to this repository`,
    help: `whoever runs the app writes \`${id}\` into its file \`${idFile}\``,
  };
}

/** The folders of a name in any case; links are none. */
async function foldersNamed(folder: string, name: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && entry.name.toLowerCase() === name.toLowerCase())
    .map((entry) => entry.name);
}

async function idIn(folder: string): Promise<string | undefined> {
  return await readFile(join(folder, idFile), "utf8").then(
    (text) => text.trim(),
    () => undefined,
  );
}
