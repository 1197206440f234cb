/** Since when people can see an answer. */
export interface Showing {
  /** The next write that is sent shows the answer. */
  readonly begin: () => void;
  /** To be told of each write when it is sent; of one that is sent again, the first may have been seen. */
  readonly onSent: () => void;
  /** For how long it can be seen, in milliseconds; 0 where nothing was sent, because it was shown already. */
  readonly forMs: () => number;
}

/** Times the showing of one answer. */
export function showing(): Showing {
  let isAwaited = false;
  let since: number | undefined;
  return {
    begin: () => {
      isAwaited = true;
      since = undefined;
    },
    onSent: () => {
      if (isAwaited) since ??= performance.now();
    },
    forMs: () => (since === undefined ? 0 : Math.round(performance.now() - since)),
  };
}
