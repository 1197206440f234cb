import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canMatchConnector } from "../../../src/analysis/surface/can-match-connector.ts";
import { matchPattern } from "../../../src/policy/pattern/match-pattern.ts";
import { parsePattern } from "../../../src/policy/pattern/parse-pattern.ts";

describe("a pattern that cannot match stripe", () => {
  test.each([
    "github.*",
    "strip.*",
    "stripes.*",
    "stripe",
    "stripe.",
    "tripe.*",
    "github.create_refund",
    "/^github\\./",
    "/^strip\\./",
    "/^github/y",
    "/^git(hub|lab)\\./",
    "/^github[(](a|b)/",
    "/^github\\.[|]/",
    "/^(/",
  ])("%s", (text) => {
    expect(canMatchConnector(parsePattern(text), "stripe")).toBe(false);
  });
});

describe("a pattern that may match stripe", () => {
  test.each([
    "*",
    "**",
    "s*",
    "STRIPE.*",
    "stripe*",
    "stripe.create_refund",
    "Stripe.create_*",
    "*.delete_*",
    "*github*",
    "/refund/",
    "/^stripe\\./",
    "/^Stripe\\.create/",
    "/^strip/",
    "/^stripes?\\./",
    "/^stripe_*\\./",
    "/^stripe\\.?x/",
    "/^github|refund/",
    "/^github\\(|refund/",
    "/^github[(]|refund/",
    "/^github/m",
    "/^github/v",
    "/^/",
    "/^.*/",
    "/^[gs]/",
    "/(?<=a)b/",
    "//i",
  ])("%s", (text) => {
    expect(canMatchConnector(parsePattern(text), "stripe")).toBe(true);
  });
});

test("any connector can be matched by whatever can match at all", () => {
  expect(canMatchConnector(parsePattern("stripe.create_refund"), "*")).toBe(true);
  expect(canMatchConnector(parsePattern("/(/"), "*")).toBe(false);
});

test("no pattern that cannot match a connector matches a call of it", () => {
  const slug = fc.constantFrom("a", "b", "ab", "a-b", "a_");
  const piece = fc.constantFrom("a", "b", "A", ".", "*", "-", "_", "k");
  const glob = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(""));
  const part = fc.constantFrom(
    ...[
      "a",
      "b",
      "B",
      "\\.",
      ".",
      "*",
      "?",
      "+",
      "{0}",
      "|",
      "^",
      "(?:",
      ")",
      "-",
      "_",
      "[^a]",
      "[(|]",
      "\\(",
      "(",
    ],
  );
  const expression = fc
    .tuple(fc.array(part, { maxLength: 6 }), fc.constantFrom("", "m", "u", "y", "v", "ms"))
    .map(([parts, flags]) => `/^${parts.join("")}/${flags}`);
  const action = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(fc.oneof(glob, expression), slug, action, (text, connector, name) => {
      const pattern = parsePattern(text);
      if (canMatchConnector(pattern, connector)) return;
      expect(matchPattern(pattern, `${connector}.${name}`)).toBe("no-match");
    }),
    { numRuns: 2000 },
  );
});
