import { lstat, readdir } from "node:fs/promises";
import { join, posix, resolve } from "node:path";
import picomatch from "picomatch";
import { quoted } from "../../policy/source/visible-text.ts";
import { unreadable } from "../command-error.ts";

/** So many files below the folder of a glob are looked at. */
const mostLookedAt = 100_000;

/**
 * The files that a glob of the command line matches, by path: `'logs/*.jsonl.gz'` for a shell that expands nothing. Undefined
 * for a text that is no glob, or that names a file as it stands. Rejects when it matches none.
 */
export async function globbedFiles(
  text: string,
  cwd: string,
): Promise<readonly string[] | undefined> {
  const { base, glob, isGlob } = picomatch.scan(text);
  if (text === "-" || !isGlob || glob === "" || (await exists(resolve(cwd, text))))
    return undefined;
  const matches = picomatch(glob, { dot: true });
  const files = (await filesBelow(resolve(cwd, base))).filter((path) => matches(path)).sort();
  if (files.length === 0) throw unreadable(`no file matches ${quoted(text)}`);
  return files.map((path) => (base === "" ? path : posix.join(base, path)));
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  const waiting = [""];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entries = await readdir(join(folder, next), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = next === "" ? entry.name : `${next}/${entry.name}`;
      if (entry.isDirectory()) waiting.push(path);
      else found.push(path);
    }
    if (found.length > mostLookedAt) throw unreadable(`${quoted(folder)} holds too many files`);
  }
  return found;
}

async function exists(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    () => false,
  );
}
