import { stat } from "node:fs/promises";
import { basename, dirname, posix } from "node:path";
import { readPolicy } from "../../policy/dialects/kortix/read-policy.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Diagnostic, SourceFile } from "../../policy/source/diagnostic.ts";
import { quoted } from "../../policy/source/visible-text.ts";
import { unreadable } from "../command-error.ts";
import type { Io } from "../output/output.ts";
import { boundedBytes, boundedFile } from "./bounded-read.ts";
import { diskTree, errorCode } from "./disk-tree.ts";
import { type FileArgument, fileArgument } from "./file-argument.ts";
import { type FileTree, type FoundFile, largestText, textFile } from "./file-tree.ts";
import { gitTree, pathFromTop, revisionTree } from "./git-tree.ts";
import { manifestFiles } from "./manifest-files.ts";
import { type FileName, placedDiagnostics, placedPolicy } from "./placed-policy.ts";

/** A manifest of the command line, read. Files go by the names that the command line gives them. */
export interface ReadManifest {
  readonly name: string;
  /** Undefined when the platform would refuse the manifest; a diagnostic says why. */
  readonly policy: Policy | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly SourceFile[];
  /** What stands at a path below the manifest's folder, and what the command line would call it. */
  readonly beside: (path: string) => Promise<{ readonly found: FoundFile; readonly path: string }>;
}

/**
 * Reads a MANIFEST with its imports, which are looked for below its own folder: on disk, in the same revision, or below
 * the current folder for standard input. Rejects when it, or a file that it imports, is no readable text.
 */
export async function readManifest(text: string, io: Io): Promise<ReadManifest> {
  const { tree, root, name } = await rootFile(await fileArgument(text, io.cwd), io);
  const { files, faults } = await manifestFiles(tree, root);
  const [fault] = faults;
  if (fault !== undefined) {
    throw unreadable(
      `${quoted(name(fault.path))}, which ${quoted(text)} imports, ${fault.because}`,
    );
  }
  const { value, diagnostics } = readPolicy(files, { root: root.path });
  return {
    name: name(root.path),
    policy: value === undefined ? undefined : placedPolicy(value, name),
    diagnostics: placedDiagnostics(diagnostics, name),
    files: files.map((file) => ({ ...file, path: name(file.path) })),
    beside: async (path) => ({ found: await tree.look(path), path: name(path) }),
  };
}

/** Any text file that the command line names. Rejects when it is none. */
export async function readTextArgument(text: string, io: Io): Promise<SourceFile> {
  return (await rootFile(await fileArgument(text, io.cwd), io)).root;
}

interface Root {
  readonly tree: FileTree;
  readonly root: SourceFile;
  readonly name: FileName;
}

async function rootFile(argument: FileArgument, io: Io): Promise<Root> {
  switch (argument.kind) {
    case "standard-input": {
      const bytes = await boundedBytes(io.stdin(), largestText);
      const root = textOf(argument, textFile("<stdin>", bytes));
      return { tree: diskTree(io.cwd), root, name: (path) => path };
    }
    case "disk": {
      // What the command line names may be a symlink or a pipe; only imports are confined.
      const bytes = await diskBytes(argument);
      const root = textOf(argument, textFile(basename(argument.path), bytes));
      const folder = dirname(argument.text);
      const name: FileName = (path) => {
        if (path === root.path) return argument.text;
        return folder === "." ? path : posix.join(folder, path);
      };
      return { tree: diskTree(dirname(argument.path)), root, name };
    }
    case "revision": {
      const { revision } = argument;
      const path = await pathFromTop(io.cwd, argument.path);
      const folder = posix.dirname(path) === "." ? "" : posix.dirname(path);
      const tree = gitTree(io.cwd, await revisionTree(io.cwd, revision), folder);
      const root = textOf(argument, await tree.look(posix.basename(path)));
      return { tree, root, name: (file) => `${revision}:${posix.join(folder, file)}` };
    }
  }
}

async function diskBytes({
  text,
  path,
}: Extract<FileArgument, { kind: "disk" }>): Promise<Uint8Array> {
  try {
    if ((await stat(path)).isDirectory()) throw unreadable(`${quoted(text)} is a folder`);
    return await boundedFile(path, largestText);
  } catch (error) {
    throw diskFault(text, error);
  }
}

/** Why a file that the command line names cannot be read. */
export function diskFault(text: string, error: unknown): Error {
  const code = errorCode(error);
  if (code === "ENOENT" || code === "ENOTDIR")
    return unreadable(`there is no file ${quoted(text)}`);
  return error instanceof Error && "code" in error
    ? unreadable(`${quoted(text)} cannot be read: ${code}`)
    : (error as Error);
}

function textOf({ text }: FileArgument, found: FoundFile): SourceFile {
  switch (found.kind) {
    case "text":
      return found.file;
    case "fault":
      throw unreadable(`${quoted(text)} ${found.because}`);
    case "folder":
      throw unreadable(`${quoted(text)} is a folder`);
    case "absent":
      throw unreadable(`there is no file ${quoted(text)}`);
  }
}
