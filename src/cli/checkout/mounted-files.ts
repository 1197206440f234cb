import { createHash } from "node:crypto";
import { join, relative, sep } from "node:path";
import { quoted } from "../../policy/source/visible-text.ts";
import type { MountedFile } from "../../review/corpus-fact.ts";
import { mountedPrefix } from "../../review/corpus-places.ts";
import { type FileSource, fileSources } from "../files/file-source.ts";
import { complain } from "../output/complain.ts";
import type { Io } from "../output/output.ts";

/** A file of saved calls that does not lie in the repository. */
export interface MountedSource extends FileSource {
  /** What it held; undefined before it was read to its end. */
  fact(): MountedFile | undefined;
}

/** The files that globs name in a folder. Without a folder none, and says so; rejects when a glob names none. */
export async function mountedFiles(
  globs: readonly string[],
  folder: string | undefined,
  io: Io,
): Promise<readonly MountedSource[]> {
  if (globs.length === 0) return [];
  if (folder === undefined) {
    const places = globs.map((glob) => quoted(`${mountedPrefix}${glob}`)).join(", ");
    await complain(
      io.stderr,
      `the saved calls in ${places} were not replayed`,
      "name the folder in which they lie with `--corpus-root`",
      "warning",
    );
    return [];
  }
  const sources = await fileSources(
    globs.map((glob) => join(folder, glob)),
    io,
  );
  const distinct = new Map(sources.map((source) => [source.name, source]));
  return [...distinct.values()].map((source) => mountedSource(source, folder));
}

function mountedSource({ name: path, chunks }: FileSource, folder: string): MountedSource {
  const name = `${mountedPrefix}${relative(folder, path).replaceAll(sep, "/")}`;
  let known: MountedFile | undefined;
  return {
    name,
    async *chunks() {
      const hash = createHash("sha256");
      let bytes = 0;
      for await (const chunk of chunks()) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
      known = { path: name, bytes, sha256: hash.digest("hex") };
    },
    fact: () => known,
  };
}
