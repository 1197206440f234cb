import { structuredPatch } from "diff";
import type { FlatEntry, FlatTree } from "./file-tree.ts";
import { bytesOf, type Objects } from "./git-objects.ts";

/** One file that differs between two trees, with GitHub's words for the difference. */
export interface ChangedFile {
  readonly path: string;
  readonly previousPath?: string;
  readonly status: "added" | "removed" | "modified" | "renamed" | "changed";
  /** The blob after the change, or before it for a removed file. */
  readonly sha: string;
  readonly additions: number;
  readonly deletions: number;
  /** Unified hunks; absent for binary content, links to other repositories and pure renames. */
  readonly patch?: string;
}

/** What differs, by path. A file that moved unedited is one `renamed` entry, as on GitHub. */
export function changedFiles(objects: Objects, base: FlatTree, head: FlatTree): ChangedFile[] {
  const removed = new Map([...base].filter(([path]) => !head.has(path)));
  const files: ChangedFile[] = [];
  for (const [path, entry] of head) {
    const before = base.get(path);
    if (before?.sha === entry.sha && before.mode === entry.mode) continue;
    const source = before === undefined ? movedFrom(removed, entry) : undefined;
    if (source === undefined) {
      files.push(changedFile(objects, path, before, entry));
      continue;
    }
    removed.delete(source);
    files.push({
      path,
      previousPath: source,
      status: "renamed",
      sha: entry.sha,
      additions: 0,
      deletions: 0,
    });
  }
  for (const [path, entry] of removed) files.push(changedFile(objects, path, entry, undefined));
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Identity of a change by its content, as `git patch-id` sees it: not by where its parent is. */
export function patchIdentity(files: readonly ChangedFile[]): string {
  return JSON.stringify(
    files.map(({ path, previousPath, status, sha, patch }) => [
      path,
      previousPath ?? null,
      status,
      patch?.replace(/^@@.*$/gm, "@@") ?? sha,
    ]),
  );
}

function changedFile(
  objects: Objects,
  path: string,
  before: FlatEntry | undefined,
  after: FlatEntry | undefined,
): ChangedFile {
  const sha = (after ?? before)?.sha ?? "";
  const status =
    before === undefined
      ? "added"
      : after === undefined
        ? "removed"
        : before.sha === after.sha
          ? "changed"
          : "modified";
  const [old, young] = [textOf(objects, before), textOf(objects, after)];
  if (old === null || young === null || old === young) {
    return { path, status, sha, additions: 0, deletions: 0 };
  }
  const lines = structuredPatch(path, path, old, young).hunks.map(
    (hunk) =>
      `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@\n${hunk.lines.join("\n")}`,
  );
  const patch = lines.join("\n");
  const count = (sign: string): number =>
    patch.split("\n").filter((line) => line.startsWith(sign)).length;
  return { path, status, sha, additions: count("+"), deletions: count("-"), patch };
}

function movedFrom(removed: FlatTree, entry: FlatEntry): string | undefined {
  return [...removed].find(([, gone]) => gone.sha === entry.sha && gone.mode === entry.mode)?.[0];
}

/** The text of a file, `""` for an absent one, `null` for what has no lines. */
function textOf(objects: Objects, entry: FlatEntry | undefined): string | null {
  if (entry === undefined) return "";
  if (entry.mode === "160000") return null;
  const bytes = bytesOf(objects, entry.sha);
  return bytes.includes(0) ? null : Buffer.from(bytes).toString();
}
