import { StoreError } from "./store-error.ts";

/**
 * Settles as `task` does, or rejects with a `StoreError` after `limitMs` milliseconds. The task is not stopped: what
 * it still writes afterwards stands, so only a task that may be repeated belongs here.
 */
export async function withTimeLimit<T>(limitMs: number, task: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const refusal = new StoreError(
      `the store did not answer within ${limitMs} ms`,
      "look at the load and the disk of the store; the delivery can be sent again",
    );
    timer = setTimeout(() => reject(refusal), limitMs);
  });
  try {
    return await Promise.race([task, late]);
  } finally {
    clearTimeout(timer);
  }
}
