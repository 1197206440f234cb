import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open, realpath } from "node:fs/promises";
import { join } from "node:path";
import picomatch from "picomatch";
import type { CorpusFault, MountedFile } from "../../review/corpus-fact.ts";
import { mountedPrefix } from "../../review/corpus-places.ts";
import type { Repository } from "../client.ts";
import type { CorpusFile } from "./corpus-files.ts";
import { type FolderEntry, filesBelow } from "./folder-files.ts";
import { mountedFolder } from "./mounted-folder.ts";

/** The files of one repository may come to so many bytes as they lie there: 1 GiB. */
const mostBytes = 1_073_741_824;

/** A file that lies outside of the repository. What it held is known once it has been read to its end. */
export interface MountedCorpusFile extends CorpusFile {
  /** Throws before then. */
  fact(): MountedFile;
}

/** The saved calls that are mounted for a repository, or why there are none. */
export type MountedCorpus =
  | { readonly kind: "files"; readonly files: readonly MountedCorpusFile[] }
  | { readonly kind: "fault"; readonly fault: CorpusFault };

/**
 * The files of saved calls that globs name in the folder that is mounted for a repository, by path. Nothing outside of that folder
 * is ever read, and nothing that is missing is left out in silence.
 */
export async function readMountedCorpus(
  root: string | undefined,
  repository: Repository,
  globs: readonly string[],
): Promise<MountedCorpus> {
  if (globs.length === 0) return { kind: "files", files: [] };
  const fault = (path: string, because: string, help?: string): MountedCorpus => ({
    kind: "fault",
    fault: {
      path: `${mountedPrefix}${path}`,
      because,
      ...(help === undefined ? {} : { help }),
    },
  });
  const [first = ""] = globs;
  const mounted = await mountedFolder(root, repository);
  if (mounted.kind === "fault") return fault(first, mounted.because, mounted.help);
  const listed = await filesBelow(mounted.folder);
  if (listed.kind === "fault") return fault(first, listed.because);
  const found: FolderEntry[] = [];
  for (const glob of globs) {
    const matches = picomatch(glob, { dot: true });
    const own = listed.entries.filter(({ path }) => matches(path));
    if (own.length === 0) return fault(glob, "are not there: no mounted file has such a name");
    found.push(...own.filter((entry) => !found.includes(entry)));
  }
  const odd = found.find(({ isFile }) => !isFile);
  if (odd !== undefined) return fault(odd.path, "are no regular file");
  const total = found.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > mostBytes) {
    const help = "compact them: `countersign corpus compact`";
    return fault(first, "come to more than 1 GiB, all mounted files together", help);
  }
  return {
    kind: "files",
    files: found
      .sort((one, other) => (one.path < other.path ? -1 : 1))
      .map(({ path }) => mountedFile(mounted.folder, path)),
  };
}

function mountedFile(folder: string, relative: string): MountedCorpusFile {
  const path = `${mountedPrefix}${relative}`;
  let known: MountedFile | undefined;
  return {
    path,
    async *chunks() {
      const hash = createHash("sha256");
      let bytes = 0;
      const file = await openInside(folder, relative);
      try {
        for await (const chunk of file.createReadStream({ autoClose: false })) {
          hash.update(chunk);
          bytes += chunk.length;
          if (bytes > mostBytes) throw new Error(`\`${path}\` grew beyond 1 GiB while it was read`);
          yield chunk;
        }
      } finally {
        await file.close();
      }
      const read = { path, bytes, sha256: hash.digest("hex") };
      if (known !== undefined && known.sha256 !== read.sha256) {
        throw new Error(`\`${path}\` changed while it was read`);
      }
      known = read;
    },
    fact() {
      if (known === undefined) throw new Error(`\`${path}\` was not read to its end`);
      return known;
    },
  };
}

/** Opens a file of a folder. One that became a link since it was listed, or lies behind one, is refused. */
async function openInside(folder: string, relative: string): Promise<FileHandle> {
  const path = join(folder, relative);
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const isInside = (await realpath(path)) === path && (await file.stat()).isFile();
  if (isInside) return file;
  await file.close();
  throw new Error(`\`${mountedPrefix}${relative}\` is no regular file any more`);
}
