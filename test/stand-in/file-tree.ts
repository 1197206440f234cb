import {
  type Mode,
  type Objects,
  type TreeEntry,
  treeOf,
  writeBlob,
  writeTree,
} from "./git-objects.ts";

/** A file of a flat tree: everything but folders. */
export interface FlatEntry {
  readonly mode: Exclude<Mode, "040000">;
  readonly sha: string;
}

/** A tree as git's index sees it: each path once, no folders. */
export type FlatTree = ReadonlyMap<string, FlatEntry>;

/** What a person writes at a path. `null` deletes it. */
type FileContent =
  | string
  | Uint8Array
  | { readonly executable: string }
  | { readonly symlink: string }
  | { readonly submodule: string }
  | null;

/** The paths that a commit sets or deletes. */
export type Files = Readonly<Record<string, FileContent>>;

/** All files below a tree, by full path. */
export function flatten(objects: Objects, tree: string, prefix = ""): Map<string, FlatEntry> {
  const flat = new Map<string, FlatEntry>();
  for (const { mode, name, sha } of treeOf(objects, tree).entries) {
    const path = `${prefix}${name}`;
    if (mode !== "040000") flat.set(path, { mode, sha });
    else for (const [below, entry] of flatten(objects, sha, `${path}/`)) flat.set(below, entry);
  }
  return flat;
}

/** Stores the trees of a flat tree and returns the id of the root. */
export function writeFlatTree(objects: Objects, flat: FlatTree): string {
  const entries: TreeEntry[] = [];
  const folders = new Map<string, Map<string, FlatEntry>>();
  for (const [path, entry] of flat) {
    const slash = path.indexOf("/");
    if (slash < 0) {
      entries.push({ ...entry, name: path });
      continue;
    }
    const name = path.slice(0, slash);
    const folder = folders.get(name) ?? new Map<string, FlatEntry>();
    folders.set(name, folder.set(path.slice(slash + 1), entry));
  }
  for (const [name, folder] of folders) {
    entries.push({ mode: "040000", name, sha: writeFlatTree(objects, folder) });
  }
  return writeTree(objects, entries);
}

/** A flat tree with files written over it. A file where a folder was replaces the folder, and the other way round. */
export function withFiles(objects: Objects, tree: FlatTree, files: Files): Map<string, FlatEntry> {
  const flat = new Map(tree);
  for (const [path, content] of Object.entries(files)) {
    if (content === null) {
      if (!flat.delete(path)) throw new Error(`cannot delete ${path}: no such file`);
      continue;
    }
    for (const other of flat.keys()) {
      if (other.startsWith(`${path}/`) || path.startsWith(`${other}/`)) flat.delete(other);
    }
    flat.set(path, entryFor(objects, content));
  }
  return flat;
}

function entryFor(objects: Objects, content: NonNullable<FileContent>): FlatEntry {
  if (typeof content === "string") {
    return { mode: "100644", sha: writeBlob(objects, Buffer.from(content)) };
  }
  if (content instanceof Uint8Array) return { mode: "100644", sha: writeBlob(objects, content) };
  if ("executable" in content) {
    return { mode: "100755", sha: writeBlob(objects, Buffer.from(content.executable)) };
  }
  if ("symlink" in content) {
    return { mode: "120000", sha: writeBlob(objects, Buffer.from(content.symlink)) };
  }
  return { mode: "160000", sha: content.submodule };
}
