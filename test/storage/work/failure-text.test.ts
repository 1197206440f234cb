import { expect, test } from "vitest";
import { failureText } from "../../../src/storage/work/failure-text.ts";

test.each([
  ["an error", new TypeError("no such\n\tcommit\u0000"), "TypeError: no such commit "],
  ["text", "no answer", "no answer"],
  ["nothing", undefined, "undefined"],
  ["too much text", "x".repeat(10_000), "x".repeat(500)],
])("%s becomes one short line", (_name, thrown, text) => {
  expect(failureText(thrown)).toBe(text);
});
