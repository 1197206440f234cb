import type { CorpusFault } from "../../review/corpus-fact.ts";
import type { CorpusPlaces } from "../../review/corpus-places.ts";
import type { GitHubClient, Repository } from "../client.ts";
import { type CorpusFile, corpusEntries, readCorpusEntries } from "./corpus-files.ts";
import { type MountedCorpusFile, readMountedCorpus } from "./mounted-corpus.ts";
import type { RepositoryTree } from "./repository-tree.ts";

/** Files in a repository and those that are mounted for it, and why some cannot be read. */
export interface PlacedFiles {
  /** All of them, those of the repository first. */
  readonly files: readonly CorpusFile[];
  readonly faults: readonly CorpusFault[];
  readonly mounted: readonly MountedCorpusFile[];
}

/** The files that globs name, in the tree of a repository and in the folder that is mounted for it. */
export async function readPlacedFiles(
  {
    github,
    repository,
    corpusRoot,
  }: {
    readonly github: GitHubClient;
    readonly repository: Repository;
    /** Folder with files that do not lie in repositories; undefined: there is none. */
    readonly corpusRoot?: string | undefined;
  },
  { tree, globs }: { readonly tree: RepositoryTree; readonly globs: CorpusPlaces },
): Promise<PlacedFiles> {
  const entries = corpusEntries({ tree, globs: globs.repository });
  const { files, faults } = await readCorpusEntries(github, repository, entries);
  const mounted = await readMountedCorpus(corpusRoot, repository, globs.mounted);
  return mounted.kind === "fault"
    ? { files, faults: [...faults, mounted.fault], mounted: [] }
    : { files: [...files, ...mounted.files], faults, mounted: mounted.files };
}
