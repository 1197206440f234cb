import { expect, test } from "vitest";
import { withTimeLimit } from "../../src/storage/time-limit.ts";

test("what settles in time settles so", async () => {
  expect(await withTimeLimit(1_000, Promise.resolve(1))).toBe(1);
  await expect(withTimeLimit(1_000, Promise.reject(new Error("disk full")))).rejects.toThrow(
    "disk full",
  );
});

test("what does not settle in time is given up, and what it throws later is nobody's", async () => {
  let fail: (error: Error) => void = () => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  await expect(withTimeLimit(5, late)).rejects.toThrow("the store did not answer within 5 ms");
  fail(new Error("too late"));
  await expect(late).rejects.toThrow("too late");
});
