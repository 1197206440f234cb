import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { boundedFile } from "./bounded-read.ts";
import {
  type FileTree,
  type FoundFile,
  largestText,
  mostFilesBelow,
  textFile,
} from "./file-tree.ts";

/** A folder on disk. A symlink in it, or a path that leads through one, is a fault: git would not follow it either. */
export function diskTree(folder: string): FileTree {
  return {
    async look(path) {
      try {
        return await lookOnDisk(await realpath(folder), path);
      } catch (error) {
        const code = errorCode(error);
        if (code === "ENOENT" || code === "ENOTDIR") return { kind: "absent" };
        return { kind: "fault", because: `cannot be read: ${code}` };
      }
    },
  };
}

/** The name of a system error, `EACCES`. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

async function lookOnDisk(folder: string, path: string): Promise<FoundFile> {
  const full = join(folder, path);
  if ((await realpath(full)) !== full) {
    return { kind: "fault", because: "is a symlink, leads through one, or is spelled otherwise" };
  }
  const found = await stat(full);
  if (found.isDirectory()) return folderOnDisk(folder, full);
  if (!found.isFile()) return { kind: "fault", because: "is no regular file" };
  return textFile(path, await boundedFile(full, largestText));
}

async function folderOnDisk(root: string, folder: string): Promise<FoundFile> {
  const yamlFiles: string[] = [];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of await readdir(next, { withFileTypes: true })) {
      const full = join(next, entry.name);
      if (isFolder(entry)) waiting.push(full);
      else if (/\.ya?ml$/.test(entry.name))
        yamlFiles.push(relative(root, full).split(sep).join("/"));
    }
    if (yamlFiles.length > mostFilesBelow) {
      return { kind: "fault", because: `holds more than ${mostFilesBelow} YAML files` };
    }
  }
  return { kind: "folder", yamlFiles: yamlFiles.sort() };
}

function isFolder(entry: Dirent): boolean {
  return entry.isDirectory() && entry.name !== ".git";
}
