import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Block, heading, list, paragraph } from "../../../src/report/document/block.ts";
import { documentHtml, tableEnd, tableHtml } from "../../../src/report/document/document-html.ts";
import { visibleText } from "../../../src/report/document/document-text.ts";
import { pageEnd, pageStart } from "../../../src/report/document/html-page.ts";
import { type Phrase, phrase, words } from "../../../src/report/document/phrase.ts";

/** What a page has between its start and its end. */
function body(blocks: readonly Block[]): string {
  const page = documentHtml(blocks, "t");
  expect(page.startsWith(pageStart("t"))).toBe(true);
  expect(page.endsWith(pageEnd)).toBe(true);
  return page.slice(pageStart("t").length, -pageEnd.length);
}

const hostile = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  '" onmouseover="alert(1)',
  "' style='",
  "</code></td></table></details></body></html>",
  "</title><script>",
  "</style><style>*{display:none}",
  "<!-- -->",
  "<![CDATA[",
  "&lt;b&gt; &amp; &#60;script&#62;",
  "[click](javascript:alert(1))",
  "![x](https://evil.example/x.png)",
  "https://evil.example",
  "javascript:alert(1)",
  "\u0000\u001b[31m",
  "\u202eevil\u2066",
  "\ud800",
  "a\n\nb\r\nc\u2028d",
  "`` ` <b>",
  "a\\|b",
];

const foreign = fc
  .oneof(
    fc.constantFrom(...hostile),
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom(..."<>&\"'/=!-;#x`|\\ \n\u0000\u202E") }),
  )
  .filter((text) => text !== "");

/** A page that has a text wherever one can stand. */
function poisoned(text: string): readonly Block[] {
  const quoted: Phrase = phrase`${text}`;
  return [
    heading(quoted),
    paragraph(phrase`before ${text} after`),
    ...list([{ text: quoted, below: [paragraph(quoted), ...list([quoted])] }]),
    {
      kind: "remarks",
      items: [
        {
          text: quoted,
          below: [
            { kind: "frame", frame: { line: 1, text: visibleText(text), indent: 0, width: 1 } },
          ],
        },
      ],
    },
    { kind: "table", header: [quoted, words("b")], rows: [[quoted, quoted]] },
    { kind: "details", title: "part", blocks: [paragraph(quoted)] },
  ];
}

const tags =
  /<\/?(?:h2|p|ul|li|table|thead|tbody|tr|th|td|code|pre|strong|summary)>|<ul class="remarks">|<details open>|<\/details>|<span class="(?:red|green|yellow|cyan|dim)">|<\/span>/g;

/** The text of a page, once its tags are gone. */
function textOf(html: string): string {
  return html.replace(tags, "").replaceAll("&#x3C;", "<").replaceAll("&#x26;", "&");
}

describe("a page", () => {
  it("says the same as the other formats, in elements", () => {
    const page = body([
      heading(words("rules & more")),
      paragraph(
        phrase`one ${words("bad", "red")}, ${words("bold", "bold")} thing in ${"a|b"}${"c"}${""}:`,
      ),
      ...list([{ text: words("first"), below: list([words("inner")]) }, words("second")]),
      {
        kind: "remarks",
        items: [
          {
            text: phrase`${"f:3:4"} ${words("error", "red")}: dropped`,
            below: [
              { kind: "frame", frame: { line: 3, text: "a: <b>", indent: 3, width: 3 } },
              paragraph(words("why: so")),
            ],
          },
        ],
      },
      {
        kind: "details",
        title: "Every call",
        blocks: [{ kind: "table", header: [words("a")], rows: [[phrase`${"x\\|y"}`]] }],
      },
    ]);
    expect(page).toBe(`<h2>rules &#x26; more</h2>
<p>one <span class="red">bad</span>, <strong>bold</strong> thing in <code>a|b</code> <code>c</code> (empty):</p>
<ul>
<li>first<ul>
<li>inner</li>
</ul></li>
<li>second</li>
</ul>
<ul class="remarks">
<li><p><code>f:3:4</code> <span class="red">error</span>: dropped</p><pre><code>   3 | a: &#x3C;b>
<span class="red">     |    ^^^</span></code></pre><p>why: so</p></li>
</ul>
<details open><summary>Every call</summary>
<table>
<thead>
<tr>
<th>a</th>
</tr>
</thead>
<tbody>
<tr>
<td><code>x\\|y</code></td>
</tr>
</tbody>
</table>
</details>
`);
  });

  it("is nothing between its start and its end for nothing", () => {
    expect(body([])).toBe("");
  });

  it("allows its own style and nothing else: no script, no picture, no address, no form", () => {
    const page = pageStart("t");
    const [, style = ""] = /<style>([\s\S]*)<\/style>/.exec(page) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    expect(page).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">`,
    );
    expect(style).not.toMatch(/url\(|@import/);
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n/);
  });

  it("has a title that is text, whatever it holds", () => {
    fc.assert(
      fc.property(foreign, (text) => {
        const [, head = "", shown = ""] =
          /^([\s\S]*)<body>\n<h1>(.*)<\/h1>\n$/.exec(pageStart(text)) ?? [];
        expect(textOf(shown)).toBe(visibleText(text));
        expect(head).toContain(`<title>${shown}</title>`);
        expect(shown).not.toContain("<");
      }),
    );
  });
});

describe("foreign text in a page", () => {
  it("is text wherever it stands, whole, with no tag and no attribute of its own", () => {
    fc.assert(
      fc.property(foreign, (text) => {
        const page = body(poisoned(text));
        expect(page.replace(tags, "").replaceAll("\n", "")).not.toMatch(/<|[\p{C}\p{Zl}\p{Zp}]/u);
        const codes = [...page.matchAll(/<code>([^<]*)<\/code>/g)].map(([, code = ""]) =>
          textOf(code),
        );
        expect(codes).toEqual(Array.from({ length: 10 }, () => visibleText(text)));
        const count = (pattern: RegExp): number => [...page.matchAll(pattern)].length;
        expect(count(/<td>/g)).toBe(2);
        expect(count(/<li>/g)).toBe(3);
        expect(count(/<details open>/g)).toBe(1);
        expect(count(/<\/details>/g)).toBe(1);
      }),
      { examples: hostile.map((text) => [text]) },
    );
  });
});

describe("a table that is too long to hold", () => {
  const header = ["call"];
  const rows = (texts: readonly string[]) => texts.map((text) => [phrase`${text}`]);

  it("is the same in parts as whole", () => {
    const cell = foreign;
    fc.assert(
      fc.property(fc.array(cell), fc.array(cell), (first, more) => {
        const parts =
          tableHtml(header, rows(first), "first") + tableHtml(header, rows(more), "more");
        expect(`${parts}${tableEnd}`).toBe(
          `${tableHtml(header, rows([...first, ...more]), "first")}${tableEnd}`,
        );
      }),
    );
  });

  it("is a whole table", () => {
    const block: Block = { kind: "table", header: [words("call")], rows: rows(["<tbody>"]) };
    expect(`${tableHtml(header, rows(["<tbody>"]), "first")}${tableEnd}`).toBe(body([block]));
  });
});
