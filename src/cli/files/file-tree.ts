import { decodeUtf8 } from "../../policy/source/decode-utf8.ts";
import type { SourceFile } from "../../policy/source/diagnostic.ts";

/** What stands at a path of a folder, on disk or in a commit. */
export type FoundFile =
  | { readonly kind: "text"; readonly file: SourceFile }
  | { readonly kind: "folder"; readonly yamlFiles: readonly string[] }
  | { readonly kind: "absent" }
  /** Something that is no readable text: "is a symlink". */
  | { readonly kind: "fault"; readonly because: string };

/** A folder with text files. It never follows a symlink and never leaves the folder. */
export interface FileTree {
  /** `path` is relative to the folder, with `/`, without `.`, `..` or empty parts. */
  look(path: string): Promise<FoundFile>;
}

/** A manifest, and every file of a policy, has at most 1 MiB. */
export const largestText = 1_048_576;

/** More YAML files below one imported folder are no manifest. */
export const mostFilesBelow = 1000;

const lfsPointer = "version https://git-lfs.github.com/spec/";

/** Bytes of a file as text, or why they are none. */
export function textFile(path: string, bytes: Uint8Array): FoundFile {
  if (bytes.length > largestText) return { kind: "fault", because: "is larger than 1 MiB" };
  const { value: text, diagnostics } = decodeUtf8(path, bytes);
  if (text === undefined) {
    const [reason] = diagnostics;
    return { kind: "fault", because: `cannot be read: ${reason?.message ?? "it is no text"}` };
  }
  return text.startsWith(lfsPointer)
    ? { kind: "fault", because: "is a Git LFS pointer, not the file itself" }
    : { kind: "text", file: { path, text } };
}
