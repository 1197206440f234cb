import type {
  BlockContent,
  List,
  ListItem,
  PhrasingContent,
  Root,
  RootContent,
  Table,
  TableRow,
  Text,
} from "mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { type Options, toMarkdown } from "mdast-util-to-markdown";
import type { Block, Item } from "./block.ts";
import { frameLines } from "./code-frame.ts";
import { visibleText } from "./document-text.ts";
import { type Phrase, type Piece, words } from "./phrase.ts";

const options: Options = {
  bullet: "-",
  listItemIndent: "one",
  extensions: [gfmToMarkdown({ tablePipeAlign: false })],
};

/** A report in GitHub's Markdown. Foreign text stands in inline code alone, so nothing in it can ping, link or break out. */
export function documentMarkdown(blocks: readonly Block[]): string {
  return markdownOf({ type: "root", children: blocks.map(blockNode) });
}

/** Rows of a table as its lines, for a table that is too long to hold: the first rows with the header, more without. */
export function tableMarkdown(
  header: readonly string[],
  rows: readonly (readonly Phrase[])[],
  part: "first" | "more",
): string {
  const head = header.map((name) => words(name));
  const lines = markdownOf({ type: "table", children: [head, ...rows].map(rowNode) });
  return part === "first" ? lines : lines.split("\n").slice(2).join("\n");
}

/** A tree of Markdown nodes as GitHub's Markdown. */
function markdownOf(tree: Root | RootContent): string {
  return toMarkdown(tree, options);
}

/** A phrase as Markdown nodes. Two codes that touch would be read as one with other ends, so a blank parts them. */
function phraseNodes(phrase: Phrase): PhrasingContent[] {
  return phrase.flatMap((piece, index) =>
    piece.kind === "quoted" && phrase[index - 1]?.kind === "quoted"
      ? [text(" "), pieceNode(piece)]
      : [pieceNode(piece)],
  );
}

function pieceNode(piece: Piece): PhrasingContent {
  const value = visibleText(piece.text);
  // Code without content would be read as two bare backticks.
  if (piece.kind === "quoted")
    return value === "" ? text("(empty)") : { type: "inlineCode", value };
  return piece.tone === "bold" ? { type: "strong", children: [text(value)] } : text(value);
}

function text(value: string): Text {
  return { type: "text", value };
}

type NodeOf = {
  readonly [K in Block["kind"]]: (block: Extract<Block, { kind: K }>) => BlockContent;
};

const nodeOf: NodeOf = {
  heading: ({ title }) => ({ type: "heading", depth: 3, children: phraseNodes(title) }),
  paragraph: ({ text }) => ({ type: "paragraph", children: phraseNodes(text) }),
  list: ({ items }) => listNode(items),
  remarks: ({ items }) => listNode(items),
  table: ({ header, rows }): Table => ({
    type: "table",
    children: [rowNode(header), ...rows.map(rowNode)],
  }),
  frame: ({ frame }) => ({ type: "code", value: frameLines(frame).join("\n") }),
};

/** The node that shows a block. */
function blockNode<K extends Block["kind"]>(block: Extract<Block, { kind: K }>): BlockContent {
  return nodeOf[block.kind as K](block);
}

function listNode(items: readonly Item[]): List {
  return { type: "list", ordered: false, spread: false, children: items.map(itemNode) };
}

function itemNode({ text, below = [] }: Item): ListItem {
  return {
    type: "listItem",
    spread: false,
    children: [{ type: "paragraph", children: phraseNodes(text) }, ...below.map(blockNode)],
  };
}

function rowNode(cells: readonly Phrase[]): TableRow {
  return {
    type: "tableRow",
    children: cells.map((cell) => ({ type: "tableCell", children: phraseNodes(cell.map(inCell)) })),
  };
}

/** In a cell, a backslash before a pipe vanishes even from code, and an expression would be shown as another one. */
function inCell(piece: Piece): Piece {
  return {
    ...piece,
    text: piece.text.replace(/\\+(?=\|)/g, (run) => "\\u{5C}".repeat(run.length)),
  };
}
