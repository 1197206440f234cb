import type { Nodes, Root, Table } from "mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { type Handle, type Options, toMarkdown } from "mdast-util-to-markdown";
import type { Block } from "./block.ts";
import { type Details, documentTree, tableTree } from "./document-tree.ts";
import { type Phrase, words } from "./phrase.ts";

/** What can be folded away is HTML in Markdown, with Markdown in it. */
const details: Handle = (node: Details, _parent, state, info) =>
  `<details><summary>${node.title}</summary>\n\n${state.containerFlow(node, info)}\n\n</details>`;

const options: Options = {
  bullet: "-",
  listItemIndent: "one",
  extensions: [gfmToMarkdown({ tablePipeAlign: false })],
  handlers: { details },
};

/** A report in GitHub's Markdown. Foreign text stands in inline code alone, so nothing in it can ping, link or break out. */
export function documentMarkdown(blocks: readonly Block[]): string {
  return markdownOf(documentTree(blocks));
}

/** Rows of a table as its lines, for a table that is too long to hold: the first rows with the header, more without. */
export function tableMarkdown(
  header: readonly string[],
  rows: readonly (readonly Phrase[])[],
  part: "first" | "more",
): string {
  const head = header.map((name) => words(name));
  const lines = markdownOf(tableTree(head, rows));
  return part === "first" ? lines : lines.split("\n").slice(2).join("\n");
}

/** A tree as GitHub's Markdown. */
function markdownOf(tree: Root | Table): string {
  return toMarkdown(withSafeCells(tree, false), options);
}

/** In a cell, a backslash before a pipe vanishes even from code, and an expression would be shown as another one. */
function withSafeCells<T extends Nodes>(node: T, inCell: boolean): T {
  if ("children" in node) {
    const isCell = inCell || node.type === "tableCell";
    return { ...node, children: node.children.map((child) => withSafeCells(child, isCell)) };
  }
  if (!inCell || !("value" in node)) return node;
  const value = node.value.replace(/\\+(?=\|)/g, (run) => "\\u{5C}".repeat(run.length));
  return { ...node, value };
}
