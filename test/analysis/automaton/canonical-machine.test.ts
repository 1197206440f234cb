import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultDfaLimits } from "../../../src/analysis/automaton/dfa-limits.ts";
import { languageDigest } from "../../../src/analysis/automaton/language-digest.ts";
import { Meter } from "../../../src/analysis/automaton/meter.ts";
import { patternLanguage } from "../../../src/analysis/automaton/pattern-language.ts";
import { parsePattern } from "../../../src/policy/pattern/parse-pattern.ts";

function digest(text: string): string {
  const meter = new Meter(Number.POSITIVE_INFINITY);
  const language = patternLanguage(parsePattern(text), { ...defaultDfaLimits, meter });
  return language.kind === "regular" ? languageDigest(language.dfa, 0) : language.because;
}

describe("the digest of a language", () => {
  it.each([
    [
      ["gh.*", "GH.**", "/^gh\\.(?!.*\\n).*$/"],
      ["/^gh\\.[^]*$/", "gh*"],
    ],
    [
      ["*", "//i", "/x*/", "/^[^]*$/", "/a|[^]|^$/"],
      ["**", "/./"],
    ],
    [["/[/", "/(?!)/", "/a^/"], ["/^$/"]],
    [["/^a|b/y", "/^a|^b/"], ["/^a|b/"]],
    [["/^(?:ab|ac)$/", "/^a[bc]$/", "/^(?=a)..$(?<=b|c)/"], ["/^a[bcd]$/"]],
    [["/^\u{1f600}$/u", "/^\\ud83d\\ude00$/"], ["/^\ud83d$/"]],
  ])("is the same for %j, another for %j", (same, others) => {
    expect(new Set(same.map(digest)).size).toBe(1);
    expect(others.map(digest)).not.toContain(digest(same[0] ?? ""));
    expect(new Set(others.map(digest)).size).toBe(others.length);
  });

  it("does not depend on case or on the number of stars", () => {
    const globs = fc.array(fc.constantFrom("*", "a", "b", ".", "_"), {
      minLength: 2,
      maxLength: 8,
    });
    fc.assert(
      fc.property(globs, (parts) => {
        const text = parts.join("");
        fc.pre(text !== "*");
        expect(digest(text.toUpperCase().replace(/\*/g, "**"))).toBe(digest(text));
      }),
      { numRuns: 60 },
    );
  });
});
