import { expect, test } from "vitest";
import { corpusPlaces, staysInFolder } from "../../src/review/corpus-places.ts";

test("saved calls lie in the repository, or where they are mounted", () => {
  expect(corpusPlaces(["a/*.jsonl", "mounted:b/*.jsonl", "x/mounted:c.jsonl"])).toEqual({
    repository: ["a/*.jsonl", "x/mounted:c.jsonl"],
    mounted: ["b/*.jsonl"],
  });
});

test.each([
  ["calls/*.jsonl", true],
  ["**/*.jsonl.gz", true],
  ["a..b/c.jsonl", true],
  ["../calls.jsonl", false],
  ["a/../../b.jsonl", false],
  ["/etc/calls.jsonl", false],
  ["~/calls.jsonl", false],
  ["a\\..\\b.jsonl", false],
  ["a\0.jsonl", false],
])("%j stays in its folder: %s", (glob, stays) => {
  expect(staysInFolder(glob)).toBe(stays);
});
