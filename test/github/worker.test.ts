import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
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

const options = { job: async () => undefined, concurrency: 8, pollMs: 1, heartbeatMs: 1_000 };

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
    while (state.asked < before + 30) await sleep(5);
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
  while (state.asked < 30) await sleep(5);
  state.away = false;
  while (state.asked < 60) await sleep(5);
  await worker.stop();
  expect(told).toEqual([new Error("gone")]);
});

/** A queue of names: those that are due are handed out, once each. */
function queueOf(...due: string[]): {
  readonly work: WorkQueue;
  readonly due: string[];
  readonly asked: number;
  announce(name: string): void;
} {
  const listeners = new Set<() => void>();
  let asked = 0;
  const claim = async (): Promise<string | undefined> => {
    asked += 1;
    return due.shift();
  };
  const onDue = (listener: () => void): (() => boolean) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    work: { claim, onDue } as unknown as WorkQueue,
    due,
    get asked() {
      return asked;
    },
    announce: (name) => {
      due.push(name);
      for (const listener of listeners) listener();
    },
  };
}

/** A machine that does other things as well is waited for. */
const patient = { timeout: 30_000 };

/** Nothing is found by polling, and nothing throws. */
const unpolled = {
  ...options,
  pollMs: 1_000_000,
  onError: (error: unknown) => expect.unreachable(String(error)),
};

test("one lane looks for all that have nothing to do, and each works for itself", async () => {
  const queue = queueOf();
  const worked: unknown[] = [];
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const job = async (claim: unknown): Promise<void> => {
    worked.push(claim);
    await finished;
  };
  const worker = startWorker({ ...unpolled, work: queue.work, job });
  const names = ["one", "two", "three"];
  for (const [index, name] of names.entries()) {
    queue.announce(name);
    await vi.waitUntil(() => worked.length === index + 1, patient);
  }
  // A look that finds each, and one of the next lane that finds nothing more.
  expect({ worked, asked: queue.asked }).toEqual({ worked: names, asked: 6 });
  finish();
  await worker.stop();
});

test("what a job leaves due without announcing it is found when the job ends", async () => {
  const queue = queueOf("first");
  const worked: unknown[] = [];
  const job = async (claim: unknown): Promise<void> => {
    worked.push(claim);
    // By now another lane has looked in vain.
    await vi.waitUntil(() => queue.asked >= 2, patient);
    if (claim === "first") queue.due.push("second");
  };
  const worker = startWorker({ ...unpolled, work: queue.work, job });
  await vi.waitUntil(() => worked.length === 2, patient);
  await worker.stop();
  expect(worked).toEqual(["first", "second"]);
});
