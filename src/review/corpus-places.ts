/** Stands before a glob of files that are not in the repository but in the folder that is mounted for it. */
export const mountedPrefix = "mounted:";

/** The globs of saved calls by where their files lie. */
export interface CorpusPlaces {
  readonly repository: readonly string[];
  /** Without the prefix. */
  readonly mounted: readonly string[];
}

/** Sorts the globs of `corpus`. */
export function corpusPlaces(globs: readonly string[]): CorpusPlaces {
  return {
    repository: globs.filter((glob) => !glob.startsWith(mountedPrefix)),
    mounted: globs
      .filter((glob) => glob.startsWith(mountedPrefix))
      .map((glob) => glob.slice(mountedPrefix.length)),
  };
}

/** Whether a glob cannot leave the folder that it is looked for in. */
export function staysInFolder(glob: string): boolean {
  return !/^[/~]|\\|\0/.test(glob) && !glob.split("/").includes("..");
}
