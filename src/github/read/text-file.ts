import { decodeUtf8 } from "../../policy/source/decode-utf8.ts";
import type { SourceFile } from "../../policy/source/diagnostic.ts";
import type { FileFault } from "../../review/manifest-files.ts";
import type { GitHubClient, Repository } from "../client.ts";
import { readBlob } from "./blob.ts";
import type { TreeEntry } from "./repository-tree.ts";

const mebibyte = 1024 * 1024;
const regularModes: readonly string[] = ["100644", "100755"];
const lfsPointer = "version https://git-lfs.github.com/spec/";

/** A file of the policy, or why it is not one. */
export type TextFile =
  | { readonly kind: "text"; readonly file: SourceFile }
  | { readonly kind: "fault"; readonly fault: FileFault };

/**
 * Reads one text file by its tree entry. Only a regular file of at most so many MiB of UTF-8 counts: a symlink, a submodule,
 * a folder, an LFS pointer or other bytes are named, never followed or guessed.
 */
export async function readTextFile(
  github: GitHubClient,
  repository: Repository,
  entry: TreeEntry,
  mostMebibytes = 1,
): Promise<TextFile> {
  const because = irregular(entry, mostMebibytes);
  if (because !== undefined) return { kind: "fault", fault: { path: entry.path, because } };
  const bytes = await readBlob(github, repository, entry);
  const { value: text, diagnostics } = decodeUtf8(entry.path, bytes);
  if (text === undefined) {
    return {
      kind: "fault",
      fault: { path: entry.path, because: diagnostics[0]?.message ?? "is no text" },
    };
  }
  return text.startsWith(lfsPointer)
    ? { kind: "fault", fault: { path: entry.path, because: "is a Git LFS pointer, not the file" } }
    : { kind: "text", file: { path: entry.path, text } };
}

function irregular({ mode, type, size }: TreeEntry, most: number): string | undefined {
  if (type === "tree") return "is a folder, not a file";
  if (type === "commit") return "is a submodule, not a file";
  if (mode === "120000") return "is a symlink, not a regular file";
  if (!regularModes.includes(mode)) return `has the mode ${mode}, which no regular file has`;
  return size !== undefined && size > most * mebibyte ? `is larger than ${most} MiB` : undefined;
}
