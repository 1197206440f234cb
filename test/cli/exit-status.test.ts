import { expect, it } from "vitest";
import { worst } from "../../src/cli/exit-status.ts";

it.each([
  [[], 0],
  [[0, 0], 0],
  [[0, 1], 1],
  [[4, 1], 4],
  [[1, 2, 4], 2],
] as const)("of %j the worst is %i", (statuses, status) => {
  expect(worst(statuses)).toBe(status);
});
