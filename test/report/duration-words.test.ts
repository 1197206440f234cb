import { expect, it } from "vitest";
import { durationWords } from "../../src/report/duration-words.ts";

it.each([
  [86_400, "1d"],
  [604_800, "7d"],
  [14_400, "4h"],
  [90_000, "25h"],
  [1_800, "30m"],
  [90, "90s"],
])("%i seconds are %s", (seconds, words) => {
  expect(durationWords(seconds)).toBe(words);
});
