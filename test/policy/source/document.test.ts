import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { parse, stringify } from "yaml";
import type { Parsed } from "../../../src/policy/source/diagnostic.ts";
import { type Document, readDocument } from "../../../src/policy/source/document.ts";

const read = (text: string): Parsed<Document> => readDocument({ path: "a.yaml", text });

/** What `yaml.parse` gives, or that it throws. Its warnings are kept off the process. */
function parsed(text: string): { readonly value: unknown } | "throws" {
  const warning = vi.spyOn(process, "emitWarning").mockReturnValue();
  try {
    return { value: parse(text) };
  } catch {
    return "throws";
  } finally {
    warning.mockRestore();
  }
}

const texts: readonly string[] = [
  "",
  "# only a comment",
  "\uFEFFa: 1\r\nb: [yes, no, on, off, y, ~, null, Null, True, tRue]\r\n",
  "a: [0x1F, 0o17, 1e3, .inf, -.INF, .nan, 017, 1_000, 1.0, 9007199254740993, 2020-01-01]",
  "%YAML 1.1\n---\na: [yes, 017, 1_000, 0b11, 12:30:00, 2020-01-01]\nb: &b {x: 1}\nc: {<<: *b, y: 2}",
  "<<: {a: 1}",
  "a: 1\na: 2",
  "a: {b: 1, b: 2}",
  "a: 1\n---\nb: 2",
  "a:\n\tb: 1",
  "a: *b",
  "match: *",
  "match: *.delete*",
  "a: &a [1]\nb: *a\nc: [*a, *a]",
  "a: &a [x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\nc: [*b, *b, *b, *b, *b, *b, *b]",
  "a: &a x\na2: &a y\nb: *a",
  "__proto__: {polluted: true}\nconstructor: 1",
  "{a: 1, b}: c\n? [d]\n: e\n~: f\n1: g\ntrue: h",
  "a: !foo x\nb: !!str 1\nc: !!int x",
  'a: "/\\d+/"',
  "a: '/\\d+/'",
  "a: /a #b/",
  "- a\nb: c",
  "a: b: c",
  "%YAML 9.9\n---\na",
  "%FOO\n---\na",
  "a: |\n  b\n  c\nd: >-\n  e\n  f\n",
  "a: [",
  "a: @b",
  "\0",
  "%YAML 1.1\n---\n<<: x",
  "%YAML 1.1\n---\na: !!set {x, y}\nb: !!omap [{c: 1}]\nc: !!binary aGk=",
  "*a : 1",
  "a: &x k\n*x : 1",
];

describe("the value of a document", () => {
  it.each(texts)("is what yaml.parse gives: %j", (text) => {
    const expected = parsed(text);
    const { value, diagnostics } = read(text);
    expect(value === undefined ? "throws" : { value: value.value }).toEqual(expected);
    expect(diagnostics.some(({ severity }) => severity === "error")).toBe(expected === "throws");
  });

  it("is what yaml.parse gives, for any value written as YAML", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const text = stringify(json);
        expect({ value: read(text).value?.value }).toEqual(parsed(text));
      }),
      { numRuns: 300 },
    );
  });

  it("is what yaml.parse gives, for texts that are cut and joined anyhow", () => {
    const pieces = fc.constantFrom(
      ...[
        "a",
        "b: ",
        "- ",
        "\n",
        "  ",
        "\n  ",
        "? ",
        ": ",
        "&x ",
        "*x",
        "*y ",
        "!t ",
        "[",
        "]",
        "{",
        "}",
        ",",
        '"',
        "'",
      ],
      ...[
        "|\n",
        ">-\n",
        "# c",
        "---\n",
        "...\n",
        "%YAML 1.1\n",
        "<<: ",
        "\t",
        "\r\n",
        "\\",
        "@",
        "1.0",
        "yes",
        "\u2028",
        "\uFEFF",
      ],
    );
    const text = fc.array(pieces, { maxLength: 14 }).map((list) => list.join(""));
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: "binary" })), (mutated) => {
        const { value } = read(mutated);
        const expected = parsed(mutated);
        if (value === undefined && expected !== "throws") {
          // The one text that parses and is refused: an alias inside what it names has no finite value.
          expect(() => JSON.stringify(expected.value)).toThrow(/circular/);
        } else {
          expect(value === undefined ? "throws" : { value: value.value }).toEqual(expected);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("a text that could exhaust the process", () => {
  const rules = "  - { match: gmail.send, action: block }\n";
  const costly: readonly [string, string, RegExp][] = [
    ["is larger than 1 MiB", `# ${"a".repeat(1_048_576)}`, /larger than 1 MiB/],
    ["is larger than 1 MiB as UTF-8", `# ${"é".repeat(600_000)}`, /larger than 1 MiB/],
    ["has too many tokens", "[1,".repeat(1) + "1,".repeat(120_000), /more than 200000 tokens/],
    ["nests too deep in flow style", "[".repeat(500_000), /deeper than 100 levels/],
    ["nests too deep in block style", "- ".repeat(500_000), /deeper than 100 levels/],
    [
      "compares too many keys",
      `{${Array.from({ length: 5_000 }, (_, key) => `k${key}`)}}`,
      /too many keys/,
    ],
    [
      "compares too many keys in block style",
      Array.from({ length: 5_000 }, (_, key) => `k${key}: 1\n`).join(""),
      /too many keys/,
    ],
    [
      "repeats too much by aliases",
      `b: &b []\na: &a [${"*b, ".repeat(300)}]\nc: [${"*a, ".repeat(300)}]`,
      /600 aliases/,
    ],
    [
      "grows too large by aliases",
      `a: &a [${"1,".repeat(3_000)}]\nb: [${"*a,".repeat(90)}]`,
      /more than 200000 values/,
    ],
  ];
  it.each(costly)("is refused when it %s", (_what, text, because) => {
    const { value, diagnostics } = read(text);
    expect(value).toBeUndefined();
    expect(diagnostics).toMatchObject([{ id: "too-costly", severity: "error", path: [] }]);
    expect(diagnostics[0]?.message).toMatch(because);
    expect(diagnostics[0]?.span?.file).toBe("a.yaml");
  });

  it("is not a manifest of a thousand rules", () => {
    expect(read(`policies:\n${rules.repeat(1_000)}`).value).toBeDefined();
  });

  it("counts what an alias repeats each time", () => {
    const text = `a: &a { b: [1, 2, 3] }\nc: [*a, *a]`;
    expect(read(text).value?.value).toEqual({
      a: { b: [1, 2, 3] },
      c: [{ b: [1, 2, 3] }, { b: [1, 2, 3] }],
    });
  });
});

describe("where a value stands", () => {
  const text = [
    "policies:",
    "  - match: gmail.*",
    "    action:",
    "  - &rule { match: x }",
    "  - *rule",
    "  -",
    "  - |",
    "    text",
    "? [complex]",
    ": 1",
    "7: seven",
    "~: nothing",
    "flow: { bare }",
    "&key anchored: 1",
    "*key : 2",
  ].join("\n");
  const document = read(text).value;
  const at = (
    span:
      | { start: { line: number; column: number }; end: { line: number; column: number } }
      | undefined,
  ): string => `${span?.start.line}:${span?.start.column}-${span?.end.line}:${span?.end.column}`;

  const places: readonly [(string | number)[], string, string][] = [
    [[], "1:1-15:9", "1:1-15:9"],
    [["policies"], "2:3-8:9", "1:1-1:9"],
    [["policies", 0], "2:5-3:12", "2:5-3:12"],
    [["policies", 0, "match"], "2:12-2:19", "2:5-2:10"],
    [["policies", 0, "action"], "3:5-3:11", "3:5-3:11"],
    [["policies", 0, "conditions"], "2:5-3:12", "2:5-3:12"],
    [["policies", 0, "match", "deeper"], "2:12-2:19", "2:5-2:10"],
    [["policies", 1, "match"], "4:20-4:21", "4:13-4:18"],
    [["policies", 2], "5:5-5:10", "5:5-5:10"],
    [["policies", 2, "match"], "4:20-4:21", "4:13-4:18"],
    [["policies", 3], "6:3-6:4", "6:3-6:4"],
    [["policies", 4], "7:5-8:9", "7:5-8:9"],
    [["policies", 9], "2:3-8:9", "1:1-1:9"],
    [["7"], "11:4-11:9", "11:1-11:2"],
    [[""], "12:4-12:11", "12:1-12:2"],
    [["flow", "bare"], "13:9-13:13", "13:9-13:13"],
    [["anchored"], "15:8-15:9", "15:1-15:5"],
    [["nowhere"], "1:1-15:9", "1:1-15:9"],
  ];
  it.each(places)("%j", (path, value, key) => {
    expect([at(document?.spanAt(path)), at(document?.keySpanAt(path))]).toEqual([value, key]);
  });

  it("is the start of a document without content", () => {
    expect(read("# nothing\n").value?.spanAt(["a"]).start).toEqual({
      line: 1,
      column: 1,
      offset: 0,
    });
  });

  it("has offsets that cut the value out of the text, in any line", () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1 }),
        fc.boolean(),
        (words, crlf) => {
          const lines = words.map((word) => `- ${word}`).join(crlf ? "\r\n" : "\n");
          const list = read(lines).value;
          for (const [index] of words.entries()) {
            const { start, end } = list?.spanAt([index]) ?? { start: undefined, end: undefined };
            expect(lines.slice(start?.offset, end?.offset)).toBe(words[index]);
            expect(start).toMatchObject({ line: index + 1, column: 3 });
          }
        },
      ),
    );
  });
});

describe("what the YAML package says", () => {
  it("is passed on in one line without the file's odd characters", () => {
    const { diagnostics } = read('a: "\\\u202E"');
    expect(diagnostics[0]?.message).toBe(
      "the file cannot be read: invalid escape sequence \\\\u{202E}",
    );
  });
});
