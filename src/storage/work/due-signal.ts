/** Wakes workers when work has become due. */
export interface DueSignal {
  /** Calls `listener` after each signal until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Calls every listener of this process, in a task of its own: what a listener throws never reaches the one that
   * signals. Does not wait for anything.
   */
  readonly signal: () => void;
}

/** A signal without listeners, for one process. */
export function createDueSignal(): DueSignal {
  const listeners = new Set<() => void>();
  return {
    subscribe: (listener) => {
      const own = (): void => listener();
      listeners.add(own);
      return () => {
        listeners.delete(own);
      };
    },
    signal: () => {
      for (const listener of listeners) setImmediate(listener);
    },
  };
}
