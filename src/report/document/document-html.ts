import type { Element, ElementContent } from "hast";
import { toHtml } from "hast-util-to-html";
import type { Code, Heading, ListItem, Root, Table } from "mdast";
import { type Handlers, type State, toHast } from "mdast-util-to-hast";
import type { Block } from "./block.ts";
import { type Details, documentTree, tableTree } from "./document-tree.ts";
import { pageEnd, pageStart } from "./html-page.ts";
import { type Phrase, words } from "./phrase.ts";

/**
 * A report as one page of HTML: no script, no link, nothing from elsewhere. Foreign text is text in it, whatever it
 * holds; parts that can be folded away stand open.
 */
export function documentHtml(blocks: readonly Block[], title: string): string {
  return `${pageStart(title)}${blocksHtml(blocks)}${pageEnd}`;
}

/** A stretch of a page, ended by a line feed; nothing for no blocks. */
export function blocksHtml(blocks: readonly Block[]): string {
  return blocks.length === 0 ? "" : `${html(documentTree(blocks))}\n`;
}

/** Rows of a table that is too long to hold: the first with what begins the table, more without, then `tableEnd`. */
export function tableHtml(
  header: readonly string[],
  rows: readonly (readonly Phrase[])[],
  part: "first" | "more",
): string {
  const head = header.map((name) => words(name));
  const [start = "", body = ""] = html(tableTree(head, rows)).split("<tbody>\n");
  const lines = body.replace(tableEnd.trimEnd(), "");
  if (part === "more") return lines;
  return `${start.replace(/<\/table>$/, "")}<tbody>\n${lines}`;
}

/** What stands behind the last row of a table. */
export const tableEnd = "</tbody>\n</table>\n";

function html(tree: Root | Table): string {
  return toHtml(toHast(tree, { handlers }));
}

/** Where a page of its own says it otherwise than a comment. */
const handlers: Handlers = {
  // The page's own title stands above.
  heading: (state: State, node: Heading) => element("h2", state.all(node)),
  details: (state: State, node: Details) => ({
    ...element("details", [
      element("summary", [{ type: "text", value: node.title }]),
      ...state.wrap(state.all(node), true),
    ]),
    properties: { open: true },
  }),
  code: (_state: State, { value }: Code) => element("pre", [element("code", frame(value))]),
  listItem: (state: State, node: ListItem) => element("li", itemContent(state.all(node))),
};

/** The carets below a line stand out. */
function frame(lines: string): ElementContent[] {
  const [source = "", carets = ""] = lines.split("\n");
  const below = element("span", [{ type: "text", value: carets }]);
  return [
    { type: "text", value: `${source}\n` },
    { ...below, properties: { className: ["red"] } },
  ];
}

/** A line alone is no paragraph; several are. */
function itemContent(content: ElementContent[]): ElementContent[] {
  const [first, ...below] = content;
  const isAlone = !below.some(isParagraph);
  return first !== undefined && isParagraph(first) && isAlone
    ? [...first.children, ...below]
    : content;
}

function isParagraph(node: ElementContent): node is Element {
  return node.type === "element" && node.tagName === "p";
}

function element(tagName: string, children: ElementContent[]): Element {
  return { type: "element", tagName, properties: {}, children };
}
