import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { startWorker } from "../../src/github/worker.ts";
import type { WorkQueue } from "../../src/storage/work/work-queue.ts";

/** A queue whose claims fail while it is away. */
function queue(): { work: WorkQueue; away: boolean; asked: number } {
  const state = { away: false, asked: 0 };
  const claim = async (): Promise<undefined> => {
    state.asked += 1;
    if (state.away) throw new Error("gone");
  };
  const work = { claim, onDue: () => () => undefined } as unknown as WorkQueue;
  return Object.assign(state, { work });
}

const options = { job: async () => undefined, concurrency: 8, pollMs: 5, heartbeatMs: 1_000 };

test("an outage of the store is told of once, and its end once, whatever the number of lanes", async () => {
  const state = queue();
  const told: string[] = [];
  const worker = startWorker({
    ...options,
    work: state.work,
    onError: () => told.push("error"),
    onStore: (error) => told.push(error instanceof Error ? error.message : "back"),
  });
  for (const away of [true, false, true, false]) {
    state.away = away;
    const before = state.asked;
    while (state.asked < before + 100) await sleep(5);
  }
  await worker.stop();
  expect(told).toEqual(["gone", "back", "gone", "back"]);
});

test("without anybody for it, the outage is an error", async () => {
  const state = queue();
  const told: unknown[] = [];
  const worker = startWorker({
    ...options,
    work: state.work,
    onError: (error) => told.push(error),
  });
  state.away = true;
  while (state.asked < 100) await sleep(5);
  state.away = false;
  while (state.asked < 200) await sleep(5);
  await worker.stop();
  expect(told).toEqual([new Error("gone")]);
});
