import type {
  BlockContent,
  List,
  ListItem,
  Parent,
  PhrasingContent,
  Root,
  Table,
  TableRow,
  Text,
} from "mdast";
import type {} from "mdast-util-to-hast";
import type { Block, Item } from "./block.ts";
import { frameLines } from "./code-frame.ts";
import { visibleText } from "./document-text.ts";
import type { Phrase, Piece } from "./phrase.ts";

/** A part that can be folded away. mdast knows none, so each writer says how it writes it. */
export interface Details extends Parent {
  type: "details";
  /** In our own words. */
  title: string;
  children: BlockContent[];
}

declare module "mdast" {
  interface BlockContentMap {
    details: Details;
  }
  interface RootContentMap {
    details: Details;
  }
}

/**
 * A report as a tree of mdast, which Markdown and HTML are written from. Foreign text stands in inline code alone, with
 * nothing invisible left in it; there are no links, no images and no raw HTML.
 */
export function documentTree(blocks: readonly Block[]): Root {
  return { type: "root", children: blocks.map(blockNode) };
}

/** A table alone. */
export function tableTree(header: readonly Phrase[], rows: readonly (readonly Phrase[])[]): Table {
  return { type: "table", children: [header, ...rows].map(rowNode) };
}

/** A phrase as nodes. Two codes that touch would be read as one with other ends, so a blank parts them. */
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
  if (piece.tone === "bold") return { type: "strong", children: [text(value)] };
  return piece.tone === undefined ? text(value) : { ...text(value), data: classed(piece.tone) };
}

function text(value: string): Text {
  return { type: "text", value };
}

/** Markdown has no colours and passes over this. */
function classed(name: string): NonNullable<Text["data"]> {
  return { hName: "span", hProperties: { className: [name] } };
}

type NodeOf = {
  readonly [K in Block["kind"]]: (block: Extract<Block, { kind: K }>) => BlockContent;
};

const nodeOf: NodeOf = {
  heading: ({ title }) => ({ type: "heading", depth: 3, children: phraseNodes(title) }),
  paragraph: ({ text }) => ({ type: "paragraph", children: phraseNodes(text) }),
  list: ({ items }) => listNode(items),
  remarks: ({ items }) => ({
    ...listNode(items),
    data: { hProperties: { className: ["remarks"] } },
  }),
  table: ({ header, rows }) => tableTree(header, rows),
  frame: ({ frame }) => ({ type: "code", value: frameLines(frame).join("\n") }),
  details: ({ title, blocks }) => ({
    type: "details",
    title,
    children: blocks.map(blockNode),
  }),
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
    children: cells.map((cell) => ({ type: "tableCell", children: phraseNodes(cell) })),
  };
}
