/** What the sweep remembers of a repository, so that it asks GitHub less. Losing it costs requests, nothing else. */
export interface SweptRepository {
  /** Milliseconds since the epoch. */
  readonly sweptAt: number;
  /** GitHub's time of the last push to any branch, as it was then. */
  readonly pushedAt: string | null;
  /** Commits at the tips of branches, as they were then. */
  readonly tips: ReadonlyMap<string, string>;
  /** When the tips were read. */
  readonly tipsReadAt: number;
  /** Pull requests that a sweep made due, by number. */
  readonly asked: ReadonlyMap<number, AskedPull>;
}

/** A pull request that a sweep made due. */
export interface AskedPull {
  /** When it is due. */
  readonly dueAt: number;
  /** Its time of change, as it was then. */
  readonly updatedAt: number;
}

/** By repository id. */
export type SweepMemory = Map<number, SweptRepository>;
