/** Wakes the workers of this process when work has become due. Other processes poll. */
export interface DueSignal {
  /** Calls `listener` after each signal until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Calls every listener, in a task of its own: what a listener throws never reaches the one that signals. */
  readonly signal: () => void;
}

/** A signal without listeners. */
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
