import { createReadStream } from "node:fs";
import { access, constants, stat } from "node:fs/promises";
import type { CorpusEntry } from "../../analysis/simulation/corpus-entry.ts";
import { readCorpus } from "../../analysis/simulation/read-corpus.ts";
import { quoted } from "../../policy/source/visible-text.ts";
import { unreadable } from "../command-error.ts";
import type { Io } from "../output/output.ts";
import { fileArgument } from "./file-argument.ts";
import { gitBlob } from "./git.ts";
import { irregular, pathFromTop, revisionTree } from "./git-tree.ts";
import { diskFault } from "./read-manifest.ts";

/**
 * Reads files of saved calls one after the other, as a stream. That all of them are there is known before the first call
 * comes; rejects otherwise.
 */
export async function readCalls(
  texts: readonly string[],
  io: Io,
): Promise<AsyncIterable<CorpusEntry>> {
  const sources = await Promise.all(texts.map((text) => source(text, io)));
  return entries(sources);
}

interface Source {
  readonly text: string;
  readonly chunks: () => AsyncIterable<Uint8Array>;
}

async function* entries(sources: readonly Source[]): AsyncGenerator<CorpusEntry, void, undefined> {
  for (const { text, chunks } of sources) {
    try {
      yield* readCorpus(text === "-" ? "<stdin>" : text, chunks());
    } catch (error) {
      throw diskFault(text, error);
    }
  }
}

async function source(text: string, io: Io): Promise<Source> {
  const argument = await fileArgument(text, io.cwd);
  switch (argument.kind) {
    case "standard-input":
      return { text, chunks: io.stdin };
    case "disk": {
      const { path } = argument;
      try {
        await access(path, constants.R_OK);
        if ((await stat(path)).isDirectory()) throw unreadable(`${quoted(text)} is a folder`);
      } catch (error) {
        throw diskFault(text, error);
      }
      return { text, chunks: () => createReadStream(path) };
    }
    case "revision": {
      const tree = await revisionTree(io.cwd, argument.revision);
      const entry = await tree.entry(await pathFromTop(io.cwd, argument.path));
      if (entry === undefined) throw unreadable(`there is no file ${quoted(text)}`);
      const because = irregular(entry);
      if (because !== undefined) throw unreadable(`${quoted(text)} ${because}`);
      return { text, chunks: () => gitBlob(io.cwd, entry.oid) };
    }
  }
}
