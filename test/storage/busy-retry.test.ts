import { expect, test, vi } from "vitest";
import { retryWhileBusy } from "../../src/storage/busy-retry.ts";

const busy = new Error("busy");
const isBusy = (error: unknown): boolean => error === busy;

test("a task is run again, a little later, while somebody else holds the lock", async () => {
  const task = vi
    .fn(async () => "done")
    .mockRejectedValueOnce(busy)
    .mockRejectedValueOnce(busy);
  const start = performance.now();
  expect(await retryWhileBusy(task, isBusy)).toBe("done");
  expect(task).toHaveBeenCalledTimes(3);
  expect(performance.now() - start).toBeGreaterThan(30);
});

test("another error is thrown at once", async () => {
  const task = vi.fn(async () => "done").mockRejectedValueOnce(new Error("disk full"));
  await expect(retryWhileBusy(task, isBusy)).rejects.toThrow("disk full");
  expect(task).toHaveBeenCalledTimes(1);
});

test("after 20 times it gives up", async () => {
  const task = vi.fn(async () => await Promise.reject<string>(busy));
  const pause = vi.fn(async () => undefined);
  await expect(retryWhileBusy(task, isBusy, pause)).rejects.toThrow("busy");
  expect([task.mock.calls.length, pause.mock.calls.length]).toEqual([20, 19]);
});
