import { expect, test } from "vitest";
import { retryTime } from "../../../src/github/jobs/retry-time.ts";

const now = 1_000_000;
const failed = (headers: Readonly<Record<string, string>>) => ({ response: { headers } });

test.each<[string, unknown, number | undefined]>([
  ["seconds in Retry-After", failed({ "retry-after": "30" }), now + 30_000],
  ["at most an hour", failed({ "retry-after": "86400" }), now + 3_600_000],
  [
    "the end of a limit that is used up",
    failed({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1060" }),
    1_060_000,
  ],
  [
    "which may be far",
    failed({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "99999" }),
    now + 3_600_000,
  ],
  [
    "no end of a limit that is not",
    failed({ "x-ratelimit-remaining": "9", "x-ratelimit-reset": "1060" }),
    undefined,
  ],
  [
    "no end that is past",
    failed({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "10" }),
    undefined,
  ],
  ["no date in Retry-After", failed({ "retry-after": "tomorrow" }), undefined],
  ["nothing of an answer without headers", { response: {} }, undefined],
  ["nothing of no answer", { response: null }, undefined],
  ["nothing of an error of ours", new Error("no"), undefined],
  ["nothing of what is no error", undefined, undefined],
])("%s", (_what, error, expected) => {
  expect(retryTime(error, now)).toBe(expected);
});
