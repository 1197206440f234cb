import type { SourceFile } from "../policy/source/diagnostic.ts";

/** A path that should hold text of the policy and does not, with the reason in words. */
export interface FileFault {
  readonly path: string;
  /** "is a symlink", "has 3 MiB, more than 1 MiB". */
  readonly because: string;
}

/** The files that make one manifest on one side. */
export interface ManifestFiles {
  /** Path of the root; undefined when this side has no manifest. */
  readonly root: string | undefined;
  /** The root and what it imports. */
  readonly files: readonly SourceFile[];
  readonly faults: readonly FileFault[];
}

/** One project's manifest before and after the change. */
export interface ProjectFiles {
  /** The name in reports: the root's path on either side. */
  readonly name: string;
  readonly base: ManifestFiles;
  readonly head: ManifestFiles;
  /** The catalogue of actions that the configuration names, or why it cannot be read; absent when it names none. */
  readonly catalogue?: SourceFile | FileFault;
}
