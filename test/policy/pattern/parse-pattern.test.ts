import { describe, expect, it } from "vitest";
import { parsePattern } from "../../../src/policy/pattern/parse-pattern.ts";
import type { Pattern } from "../../../src/policy/pattern/pattern.ts";
import { cases } from "./cases.ts";

interface Classification {
  readonly name: string;
  readonly expect: Pattern;
}

describe("a pattern's kind", () => {
  it.each(cases<Classification>("classification"))("$name", ({ expect: pattern }) => {
    expect(parsePattern(pattern.text)).toEqual(pattern);
  });

  it.each([
    ["too many groups", `/${"()".repeat(40_000)}/`],
    ["nesting beyond the engine's stack", `/${"[".repeat(100_000)}]/v`],
  ])("is not `dead` when the engine only runs out of room: %s", (_, text) => {
    expect(parsePattern(text).kind).toBe("expression");
  });
});
