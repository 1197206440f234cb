import { realpath } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { fileArgument } from "../files/file-argument.ts";
import { pathFromTop } from "../files/git-tree.ts";
import { topFolder } from "./checkout-side.ts";

/**
 * The URI of a file that the command line names, as other programs know it: its path from the top of the repository round
 * the current folder, in whatever revision, or from the current folder where there is no repository; `file:` for what
 * lies outside.
 */
export async function repositoryUri(name: string, cwd: string): Promise<string> {
  const argument = await fileArgument(name, cwd);
  if (argument.kind === "revision") return pathUri(await pathFromTop(cwd, argument.path));
  const folder = await realpath(cwd);
  const top = await topFolder(cwd).catch(() => folder);
  const path = resolve(folder, name);
  const within = relative(top, path);
  return isAbsolute(within) || within === ".." || within.startsWith(`..${sep}`)
    ? pathToFileURL(path).href
    : pathUri(within.split(sep).join("/"));
}

/** A path from the top of the repository as a URI. */
export function pathUri(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
