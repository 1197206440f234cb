import { expect, test } from "vitest";
import { rateLimits } from "../../src/github/rate-limits.ts";

const now = 1_000_000;
const answer = (remaining: number | string, more: Readonly<Record<string, string>> = {}): Headers =>
  new Headers({
    "x-ratelimit-limit": "5000",
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": "1060",
    ...more,
  });

test("what can wait goes on while enough is left, and else when the limit is whole again", () => {
  const limits = rateLimits();
  expect(limits.reserveUntil(1, 0.3, now)).toBeUndefined();
  limits.note(1, answer(1_500));
  expect(limits.reserveUntil(1, 0.3, now)).toBeUndefined();
  limits.note(1, answer(1_499));
  expect(limits.reserveUntil(1, 0.3, now)).toBe(1_060_000);
  expect(limits.reserveUntil(2, 0.3, now)).toBeUndefined();
  expect(limits.reserveUntil(1, 0.3, 1_060_000)).toBeUndefined();
});

test("the fewest requests left are those of the installation that has least, in its present window", () => {
  const limits = rateLimits();
  expect(limits.fewestLeft(now)).toBeUndefined();
  limits.note(1, answer(4_000));
  limits.note(2, answer(3));
  expect(limits.fewestLeft(now)).toBe(3);
  expect(limits.fewestLeft(1_060_000)).toBeUndefined();
});

test("other limits, and answers that name none, say nothing", () => {
  const limits = rateLimits();
  limits.note(1, answer(0, { "x-ratelimit-resource": "search" }));
  limits.note(1, new Headers());
  limits.note(1, answer("many"));
  expect(limits.fewestLeft(now)).toBeUndefined();
});
