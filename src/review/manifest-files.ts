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
