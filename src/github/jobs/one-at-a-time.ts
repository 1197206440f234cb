const running = new Map<string, Promise<unknown>>();

/**
 * Runs tasks of the same key one after the other, within this process, in the order of the calls. What one throws is
 * its caller's alone.
 */
export async function oneAtATime<T>(key: string, task: () => Promise<T>): Promise<T> {
  const before = running.get(key);
  const turn = (before ?? Promise.resolve()).then(task, task);
  const settled = turn.catch(() => undefined);
  running.set(key, settled);
  try {
    return await turn;
  } finally {
    if (running.get(key) === settled) running.delete(key);
  }
}
