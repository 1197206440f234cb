import { lstat } from "node:fs/promises";
import { resolve } from "node:path";
import { wrongUsage } from "../command-error.ts";

/** What a FILE on the command line means. */
export type FileArgument =
  | { readonly kind: "standard-input"; readonly text: string }
  | { readonly kind: "disk"; readonly text: string; readonly path: string }
  | {
      readonly kind: "revision";
      readonly text: string;
      readonly revision: string;
      /** As written: from the top of the repository, or from the current folder when it starts with `./` or `../`. */
      readonly path: string;
    };

/**
 * Reads a FILE: `-` is standard input, `REV:PATH` a file in git, anything else a path. A path that exists wins over a
 * revision, and a Windows drive letter is none. Touches nothing but the path's directory entry.
 */
export async function fileArgument(text: string, cwd: string): Promise<FileArgument> {
  if (text === "-") return { kind: "standard-input", text };
  const path = resolve(cwd, text);
  const colon = text.indexOf(":");
  if (colon < 1 || /^[A-Za-z]:[\\/]/.test(text) || (await exists(path))) {
    return { kind: "disk", text, path };
  }
  return {
    kind: "revision",
    text,
    revision: text.slice(0, colon),
    path: text.slice(colon + 1),
  };
}

/** Standard input can be read once: refuses a command line that names it twice. */
export function checkStandardInput(texts: readonly string[]): void {
  if (texts.filter((text) => text === "-").length > 1) {
    throw wrongUsage("standard input (`-`) can be named only once");
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}
