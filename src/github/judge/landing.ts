/** One move of a trust branch. */
export interface Landing {
  /** The branch, without `refs/heads/`. */
  readonly ref: string;
  readonly beforeSha: string;
  readonly afterSha: string;
  /** Who moved it; undefined when nobody told. */
  readonly pusher: { readonly id: number; readonly login: string } | undefined;
  /** When it was seen, in milliseconds; undefined when nobody told. */
  readonly seenAt: number | undefined;
}
