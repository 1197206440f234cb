import { expect, test } from "vitest";
import { backoffAfter } from "../../../src/storage/work/backoff.ts";

test("the wait doubles from a second to five minutes", () => {
  expect([0, 1, 2, 3, 8, 9, 10, 5_000].map(backoffAfter)).toEqual([
    1_000, 1_000, 2_000, 4_000, 128_000, 256_000, 300_000, 300_000,
  ]);
});
