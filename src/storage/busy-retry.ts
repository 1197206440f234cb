import { setTimeout as sleep } from "node:timers/promises";

const ATTEMPTS = 20;

const untilOthersHadTheirTurn = (): Promise<void> => sleep(20 + Math.random() * 100);

/**
 * Runs `task` again while it fails because somebody else holds the lock, at most 20 times, by default 20 to
 * 120 ms apart. Any other error, and the last one, is thrown. The task must be one that may be repeated.
 */
export async function retryWhileBusy<T>(
  task: () => Promise<T>,
  isBusy: (error: unknown) => boolean,
  pause: () => Promise<void> = untilOthersHadTheirTurn,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await task();
    } catch (error) {
      if (attempt === ATTEMPTS || !isBusy(error)) throw error;
      await pause();
    }
  }
}
