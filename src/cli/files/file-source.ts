import { createReadStream } from "node:fs";
import { access, constants, stat } from "node:fs/promises";
import { quoted } from "../../policy/source/visible-text.ts";
import { unreadable } from "../command-error.ts";
import type { Io } from "../output/output.ts";
import { fileArgument } from "./file-argument.ts";
import { gitBlob } from "./git.ts";
import { irregular, pathFromTop, revisionTree } from "./git-tree.ts";
import { globbedFiles } from "./globbed-files.ts";
import { diskFault } from "./read-manifest.ts";

/** A file that the command line names, as a stream. */
export interface FileSource {
  /** What it is called in messages. */
  readonly name: string;
  /** Rejects with a sentence when it cannot be read to its end. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
  /** Where it lies, when that is on disk, and how many bytes it had when it was looked at. */
  readonly disk?: { readonly path: string; readonly size: number };
}

/** The files that are named, globs as the files that they match. That all are there is known here; rejects otherwise. */
export async function fileSources(
  texts: readonly string[],
  io: Io,
): Promise<readonly FileSource[]> {
  const sources: FileSource[] = [];
  for (const text of texts) {
    for (const path of (await globbedFiles(text, io.cwd)) ?? [text]) {
      sources.push(await source(path, io));
    }
  }
  return sources;
}

async function source(text: string, io: Io): Promise<FileSource> {
  const argument = await fileArgument(text, io.cwd);
  switch (argument.kind) {
    case "standard-input":
      return { name: "<stdin>", chunks: io.stdin };
    case "disk": {
      const { path } = argument;
      try {
        await access(path, constants.R_OK);
        const found = await stat(path);
        if (found.isDirectory()) throw unreadable(`${quoted(text)} is a folder`);
        return {
          name: text,
          chunks: () => diskChunks(text, path),
          ...(found.isFile() ? { disk: { path, size: found.size } } : {}),
        };
      } catch (error) {
        throw diskFault(text, error);
      }
    }
    case "revision": {
      const tree = await revisionTree(io.cwd, argument.revision);
      const entry = await tree.entry(await pathFromTop(io.cwd, argument.path));
      if (entry === undefined) throw unreadable(`there is no file ${quoted(text)}`);
      const because = irregular(entry);
      if (because !== undefined) throw unreadable(`${quoted(text)} ${because}`);
      return { name: text, chunks: () => gitBlob(io.cwd, entry.oid) };
    }
  }
}

/** Bytes that are read at once. */
const portion = 262_144;

async function* diskChunks(text: string, path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: portion });
  } catch (error) {
    throw diskFault(text, error);
  }
}
