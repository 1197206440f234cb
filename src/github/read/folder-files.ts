import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Something that lies below a folder and is no folder itself. */
export interface FolderEntry {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly isFile: boolean;
  readonly bytes: number;
}

/** What lies below a folder, or why that cannot be told, to be read after "the saved calls in `x`". */
export type FolderListing =
  | { readonly kind: "listed"; readonly entries: readonly FolderEntry[] }
  | { readonly kind: "fault"; readonly because: string };

/** So much below one folder is looked at. */
const mostEntries = 10_000;

/**
 * Everything below a folder that is no folder. A link is never followed: as a file it is no regular one, and one that may hide files of
 * a folder is a fault.
 */
export async function filesBelow(folder: string): Promise<FolderListing> {
  const entries: FolderEntry[] = [];
  const waiting = [""];
  let seen = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of await readdir(join(folder, next), { withFileTypes: true })) {
      seen += 1;
      if (seen > mostEntries) {
        return { kind: "fault", because: `lie among more than ${mostEntries} mounted files` };
      }
      const path = next === "" ? entry.name : `${next}/${entry.name}`;
      if (entry.isDirectory()) waiting.push(path);
      else {
        const { size } = await lstat(join(folder, path));
        entries.push({ path, isFile: entry.isFile(), bytes: size });
      }
    }
  }
  return { kind: "listed", entries };
}
