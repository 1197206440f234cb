import { setTimeout as sleep } from "node:timers/promises";
import type { Claim } from "../../storage/work/claim.ts";
import type { WorkQueue } from "../../storage/work/work-queue.ts";

const running = new Map<string, Promise<unknown>>();
const lookAgainMs = 250;
/** Longer than a judgement takes; then the work is tried again later. */
const patienceMs = 60_000;

/**
 * Runs what judges a commit when nothing else judges it: pull requests with the same head share its check, and what one
 * reads of another must not change meanwhile. Within this process in the order of the calls, among instances by the
 * turns of the store. Throws when another instance does not come to an end.
 */
export async function oneAtATime<T>(
  work: WorkQueue,
  { claim, headSha }: { readonly claim: Claim; readonly headSha: string },
  task: () => Promise<T>,
): Promise<T> {
  const key = `${claim.subject.repositoryId} ${headSha}`;
  const before = running.get(key);
  const inTurn = async (): Promise<T> => {
    const deadline = performance.now() + patienceMs;
    while (!(await work.takeCommit(claim, headSha))) {
      if (performance.now() > deadline) throw new Error("the commit is judged by somebody else");
      await sleep(lookAgainMs);
    }
    return await task();
  };
  const turn = (before ?? Promise.resolve()).then(inTurn, inTurn);
  const settled = turn.catch(() => undefined);
  running.set(key, settled);
  try {
    return await turn;
  } finally {
    if (running.get(key) === settled) running.delete(key);
  }
}
