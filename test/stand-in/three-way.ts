import { diffArrays } from "diff";
import { type FlatEntry, type FlatTree, flatten, writeFlatTree } from "./file-tree.ts";
import { bytesOf, commitOf, type Objects, writeBlob } from "./git-objects.ts";
import { mergeBase } from "./history.ts";

/** A merged tree, or the paths on which the two sides disagree. */
export type Merge =
  | { readonly kind: "clean"; readonly tree: string }
  | { readonly kind: "conflict"; readonly paths: readonly string[] };

/** Merges two commits as git's recursive strategy does for plain files: per path, then per line. Renames are not followed. */
export function mergeCommits(objects: Objects, ours: string, theirs: string): Merge {
  const base = mergeBase(objects, ours, theirs);
  const flat = (sha: string): FlatTree => flatten(objects, commitOf(objects, sha).tree);
  const origin: FlatTree = base === null ? new Map() : flat(base);
  return mergeTrees(objects, origin, flat(ours), flat(theirs));
}

/** The same, for three flat trees. */
export function mergeTrees(
  objects: Objects,
  base: FlatTree,
  ours: FlatTree,
  theirs: FlatTree,
): Merge {
  const merged = new Map<string, FlatEntry>();
  const conflicts: string[] = [];
  for (const path of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
    const sides = [base.get(path), ours.get(path), theirs.get(path)] as const;
    const entry = mergeEntry(objects, ...sides);
    if (entry === "conflict") conflicts.push(path);
    else if (entry !== undefined) merged.set(path, entry);
  }
  for (const path of merged.keys()) {
    if (parents(path).some((folder) => merged.has(folder))) conflicts.push(path);
  }
  if (conflicts.length > 0) return { kind: "conflict", paths: conflicts };
  return { kind: "clean", tree: writeFlatTree(objects, merged) };
}

/** Three-way merge of lines; `null` when both sides changed the same or touching lines differently. */
export function mergeLines(base: string, ours: string, theirs: string): string | null {
  const lines = splitLines(base);
  const hunks = [...hunksOf(lines, splitLines(ours)), ...hunksOf(lines, splitLines(theirs))].sort(
    (a, b) => a.start - b.start || a.end - b.end,
  );
  const merged: string[] = [];
  let at = 0;
  let previous: Hunk | undefined;
  for (const hunk of hunks) {
    if (previous !== undefined && hunk.start <= previous.end) {
      if (sameHunk(hunk, previous)) continue;
      return null;
    }
    merged.push(...lines.slice(at, hunk.start), ...hunk.lines);
    at = hunk.end;
    previous = hunk;
  }
  return [...merged, ...lines.slice(at)].join("");
}

interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

function hunksOf(base: readonly string[], changed: readonly string[]): Hunk[] {
  const hunks: { start: number; end: number; lines: string[] }[] = [];
  let at = 0;
  let open: { start: number; end: number; lines: string[] } | undefined;
  for (const part of diffArrays([...base], [...changed])) {
    if (!part.added && !part.removed) {
      at += part.value.length;
      open = undefined;
      continue;
    }
    if (open === undefined) {
      open = { start: at, end: at, lines: [] };
      hunks.push(open);
    }
    if (part.added) open.lines.push(...part.value);
    else {
      at += part.value.length;
      open.end = at;
    }
  }
  return hunks;
}

function mergeEntry(
  objects: Objects,
  base: FlatEntry | undefined,
  ours: FlatEntry | undefined,
  theirs: FlatEntry | undefined,
): FlatEntry | undefined | "conflict" {
  if (sameEntry(ours, theirs) || sameEntry(theirs, base)) return ours;
  if (sameEntry(ours, base)) return theirs;
  if (base === undefined || ours === undefined || theirs === undefined) return "conflict";
  if ([base, ours, theirs].some(({ mode }) => mode !== base.mode || !mode.startsWith("100"))) {
    return "conflict";
  }
  const text = (entry: FlatEntry): string => Buffer.from(bytesOf(objects, entry.sha)).toString();
  const merged = mergeLines(text(base), text(ours), text(theirs));
  if (merged === null) return "conflict";
  return { mode: base.mode, sha: writeBlob(objects, Buffer.from(merged)) };
}

function sameEntry(a: FlatEntry | undefined, b: FlatEntry | undefined): boolean {
  return a?.sha === b?.sha && a?.mode === b?.mode;
}

function sameHunk(a: Hunk, b: Hunk): boolean {
  return a.start === b.start && a.end === b.end && a.lines.join("") === b.lines.join("");
}

function splitLines(text: string): string[] {
  return text.split(/(?<=\n)/);
}

function parents(path: string): string[] {
  const names = path.split("/");
  return names.slice(1).map((_, depth) => names.slice(0, depth + 1).join("/"));
}
