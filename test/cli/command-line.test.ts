import { expect, it } from "vitest";
import { commandLine } from "./command-line.ts";

it.each([
  ["check a.yaml -", ["check", "a.yaml", "-"]],
  [`explain k 'a b' --args '{"x":"y"}'`, ["explain", "k", "a b", "--args", '{"x":"y"}']],
  [`a "it's"`, ["a", "it's"]],
  ["", []],
])("%j is %j", (text, words) => {
  expect(commandLine(text)).toEqual(words);
});
