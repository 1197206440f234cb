import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ObjectText } from "../../../src/analysis/simulation/object-text.ts";
import { valueAlong } from "../../../src/policy/evaluate-condition.ts";

const names = [
  "a",
  "b",
  "ab",
  "",
  "length",
  "0",
  "__proto__",
  "toString",
  "a.b",
  "é",
  "{",
  '"',
  "\\",
];

/** The spellings of a text: as it is, or with a letter escaped. */
const spelt = fc
  .tuple(fc.constantFrom(...names, "x y", ",", ":1}"), fc.boolean())
  .map(([text, escapes]) => {
    const written = JSON.stringify(text);
    return escapes ? written.replace(/^"([ -~])/, (_, first) => `"${escaped(first)}`) : written;
  });

function escaped(character: string): string {
  return character === "\\" || character === '"'
    ? character
    : `\\u00${character.charCodeAt(0).toString(16)}`;
}

/** JSON texts as logs write them: no blank, or one behind a comma or a colon. */
const { object } = fc.letrec<{ value: string; object: string }>((tie) => {
  const blank = fc.constantFrom("", " ");
  const joined = (items: readonly string[], between: string): string =>
    items.reduce((all, item) => `${all}${all === "" ? "" : `,${between}`}${item}`, "");
  const member = fc
    .tuple(spelt, blank, tie("value"))
    .map(([name, between, value]) => `${name}:${between}${value}`);
  const size = { maxLength: 4 };
  return {
    value: fc.oneof(
      { maxDepth: 3, depthIdentifier: "json" },
      spelt,
      fc.constantFrom(
        "0",
        "-0",
        "-1.50",
        "1e21",
        "1E400",
        "12345678901234567890",
        "true",
        "false",
        "null",
      ),
      fc
        .tuple(fc.array(tie("value"), size), blank)
        .map(([items, between]) => `[${joined(items, between)}]`),
      tie("object"),
    ),
    object: fc
      .tuple(fc.array(member, size), blank)
      .map(([members, between]) => `{${joined(members, between)}}`),
  };
});

const paths = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 });

describe("the text of an object", () => {
  it("has at every path what it has when it is parsed", () => {
    fc.assert(
      fc.property(object, fc.array(paths, { minLength: 1, maxLength: 5 }), (text, asked) => {
        const lazy = new ObjectText(text);
        const parsed: unknown = JSON.parse(text);
        for (const path of asked) expect(lazy.valueAt(path)).toEqual(valueAlong(parsed, path));
        expect(lazy.whole()).toEqual(parsed);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ["the last of several", '{"a":1,"a":"two"}', ["a"], "two"],
    ["none where a name stands deeper", '{"b":{"a":1}}', ["a"], undefined],
    ["none where a name is a text", '{"b":"a"}', ["a"], undefined],
    ["its own `__proto__` alone", '{"__proto__":{"a":1}}', ["__proto__", "a"], 1],
    ["no inherited member", '{"b":1}', ["toString"], undefined],
    ["a name that is written with an escape", '{"\\u0061":1}', ["a"], 1],
    ["the length of a list", '{"a":[1,{"b":"]"}]}', ["a", "length"], 2],
    ["nothing in a text", '{"a":"xyz"}', ["a", "length"], undefined],
  ])("has %s", (_, text, path, expected) => {
    expect(new ObjectText(text).valueAt(path)).toBe(expected);
  });
});
