import { visible } from "../../policy/source/visible-text.ts";
import { type Block, type FlatBlock, type Item, unfolded } from "./block.ts";
import { frameLines } from "./code-frame.ts";
import { columnLine, columnWidths } from "./columns.ts";
import type { Paint } from "./paint.ts";
import type { Phrase, Piece } from "./phrase.ts";

/** A report for a terminal or a file: blank lines between its parts, one line feed at its end. */
export function documentText(blocks: readonly Block[], paint: Paint): string {
  const flat = blocks.flatMap(unfolded);
  const parts = flat.map((block, index) => {
    const previous = flat[index - 1];
    const gap = previous === undefined || belongsTo(block, previous) ? "" : "\n";
    return `${gap}${blockLines(block, paint).join("\n")}\n`;
  });
  return parts.join("");
}

/** What stands directly below what leads to it. */
function belongsTo(block: FlatBlock, previous: FlatBlock): boolean {
  return previous.kind === "heading" || (previous.kind === "paragraph" && block.kind === "list");
}

/** A phrase on one line: foreign text in backticks. */
export function phraseText(phrase: Phrase, paint: Paint): string {
  return phrase.map((piece) => pieceText(piece, paint)).join("");
}

/** Characters of one piece of foreign text that a report shows: far above any real name, pattern or value. */
const longestPiece = 1000;

/** Text of a file or a call on one line, with nothing invisible left in it; `…` at its end where it is cut. */
export function visibleText(text: string): string {
  return visible(text, longestPiece);
}

function pieceText(piece: Piece, paint: Paint): string {
  const text = visibleText(piece.text);
  if (piece.kind === "quoted") return piece.bare ? text : paint.cyan(`\`${text}\``);
  return piece.tone === undefined ? text : paint[piece.tone](text);
}

type LinesOf = {
  readonly [K in FlatBlock["kind"]]: (
    block: Extract<FlatBlock, { kind: K }>,
    paint: Paint,
  ) => readonly string[];
};

const linesOf: LinesOf = {
  heading: ({ title }, paint) => [paint.bold(phraseText(title, paint))],
  paragraph: ({ text }, paint) => [phraseText(text, paint)],
  list: ({ items }, paint) => items.flatMap((item) => itemLines(item, "- ", paint)),
  remarks: ({ items }, paint) =>
    items.flatMap((item, index) => [...(index === 0 ? [] : [""]), ...itemLines(item, "", paint)]),
  table: ({ header, rows }, paint) => {
    const cells = [header, ...rows].map((row) => row.map((cell) => phraseText(cell, paint)));
    const widths = columnWidths(cells);
    return cells.map((row) => columnLine(row, widths));
  },
  frame: ({ frame }, paint) => {
    const [source, carets] = frameLines(frame);
    return [paint.dim(source), paint.red(carets)];
  },
};

function blockLines<K extends FlatBlock["kind"]>(
  block: Extract<FlatBlock, { kind: K }>,
  paint: Paint,
): readonly string[] {
  return linesOf[block.kind as K](block, paint);
}

function itemLines({ text, below = [] }: Item, bullet: string, paint: Paint): readonly string[] {
  const inner = below.flatMap(unfolded).flatMap((block) => blockLines(block, paint));
  return [`${bullet}${phraseText(text, paint)}`, ...inner.map((line) => `  ${line}`)];
}
