import type { SourceFile } from "../policy/source/diagnostic.ts";
import type { ConnectorSpec } from "./connector-spec.ts";
import type { FileFault, ManifestFiles } from "./manifest-files.ts";

/** One project's manifest before and after the change. */
export interface ProjectFiles {
  /** The name in reports: the root's path on either side. */
  readonly name: string;
  readonly base: ManifestFiles;
  readonly head: ManifestFiles;
  /** The catalogue of actions that the configuration names, or why it cannot be read; absent when it names none. */
  readonly catalogue?: SourceFile | FileFault;
  /** The descriptions of its connectors that it names as files, of those that the catalogue does not list. */
  readonly specs?: readonly ConnectorSpec[];
}
