import type { Block, Item } from "../document/block.ts";
import { visibleText } from "../document/document-text.ts";
import { type Phrase, type Piece, phrase, words } from "../document/phrase.ts";

/** How much of a report is shown. */
export interface ReportSize {
  /** Items of one list. */
  readonly rows: number;
  /** Bytes of one stretch of foreign text; a whole sentence may hold four times as many. */
  readonly bytes: number;
  /** Whether there is anything to unfold. */
  readonly details: boolean;
  /** Whether each owner is named, or only how far each connector has come. */
  readonly owners: boolean;
}

/** Tried one after the other until a report fits. */
export const reportSizes: readonly ReportSize[] = [
  { rows: 200, bytes: 2000, details: true, owners: true },
  { rows: 50, bytes: 500, details: true, owners: true },
  { rows: 15, bytes: 300, details: true, owners: true },
  { rows: 5, bytes: 200, details: true, owners: true },
  { rows: 5, bytes: 200, details: false, owners: true },
  { rows: 5, bytes: 160, details: false, owners: false },
];

/** Blocks with long lists and long texts cut to a size. A table keeps its rows: they are what must be answered. */
export function shortened(blocks: readonly Block[], size: ReportSize): readonly Block[] {
  return blocks.map((block) => shortBlock(block, size));
}

function shortBlock(block: Block, size: ReportSize): Block {
  switch (block.kind) {
    case "heading":
      return { ...block, title: shortPhrase(block.title, size) };
    case "paragraph":
      return { ...block, text: shortPhrase(block.text, size) };
    case "list":
    case "remarks":
      return { ...block, items: shortItems(block.items, size) };
    case "table": {
      const rows = block.rows.map((cells) => cells.map((cell) => shortPhrase(cell, size)));
      return { ...block, rows };
    }
    case "frame":
      return block;
    case "details":
      return { ...block, blocks: shortened(block.blocks, size) };
  }
}

function shortItems(items: readonly Item[], size: ReportSize): readonly Item[] {
  const shown = items.slice(0, size.rows).map(({ text, below = [] }) => ({
    text: shortPhrase(text, size),
    below: shortened(below, size),
  }));
  const more = items.length - shown.length;
  return more > 0 ? [...shown, { text: phrase`and ${more} more` }] : shown;
}

/** A phrase of which each piece, and all pieces together, are not longer than they may be. */
export function shortPhrase(whole: Phrase, { bytes }: Pick<ReportSize, "bytes">): Phrase {
  const kept: Piece[] = [];
  let left = bytes * 4;
  for (const piece of whole) {
    // A unit has a byte at least, so nothing behind these can be kept.
    const text = shortText(visibleText(piece.text.slice(0, bytes + 1)), bytes);
    const short = { ...piece, text };
    left -= pieceBytes(short);
    if (left < 0) return [...kept, ...words("…")];
    kept.push(short);
  }
  return kept;
}

/** At most so many bytes of UTF-8, cut between characters. */
function shortText(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let kept = "";
  let left = bytes - Buffer.byteLength("…");
  for (const character of text) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    kept += character;
  }
  return `${kept}…`;
}

/** How many bytes the texts of some blocks have: no rendering of them has fewer. */
export function leastBytes(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + bytesOf(block), 0);
}

function bytesOf(block: Block): number {
  switch (block.kind) {
    case "heading":
      return phraseBytes(block.title);
    case "paragraph":
      return phraseBytes(block.text);
    case "list":
    case "remarks":
      return block.items.reduce(
        (sum, { text, below = [] }) => sum + phraseBytes(text) + leastBytes(below),
        0,
      );
    case "table":
      return block.rows.flat().reduce((sum, cell) => sum + phraseBytes(cell), 0);
    case "frame":
      return Buffer.byteLength(block.frame.text);
    case "details":
      return Buffer.byteLength(block.title) + leastBytes(block.blocks);
  }
}

function phraseBytes(phrase: Phrase): number {
  return phrase.reduce((sum, piece) => sum + pieceBytes(piece), 0);
}

/** Code has its backticks, and a word in its place when it is empty. */
function pieceBytes({ kind, text }: Piece): number {
  const bytes = Buffer.byteLength(text);
  if (kind === "words") return bytes;
  return bytes === 0 ? "(empty)".length : bytes + 2;
}
