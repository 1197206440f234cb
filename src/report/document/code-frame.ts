import type { Span } from "../../policy/source/span.ts";
import { visible } from "../../policy/source/visible-text.ts";
import { displayWidth } from "./columns.ts";

/** One line of a file with the place that is meant, ready to be shown. */
export interface CodeFrame {
  /** 1-based number of the line. */
  readonly line: number;
  /** The line with nothing invisible left in it, cut around the place if it is long. */
  readonly text: string;
  /** Columns before the place, as displayed. */
  readonly indent: number;
  /** Columns of the place, at least 1. */
  readonly width: number;
}

/** Characters of a long line that are shown before and after the start of the place. */
const before = 60;
const after = 60;

/** The line of `text` in which a span starts; undefined when the text has no such line. A place ends with its line. */
export function codeFrame(text: string, { start, end }: Span): CodeFrame | undefined {
  const line = text.split("\n")[start.line - 1]?.replace(/\r$/, "");
  if (line === undefined) return undefined;
  const from = Math.min(start.column - 1, line.length);
  const to = end.line === start.line ? Math.min(end.column - 1, line.length) : line.length;
  const left = Math.max(0, from - before);
  const right = Math.min(line.length, from + after);
  const lead = `${left > 0 ? "…" : ""}${shown(line.slice(left, from))}`;
  const place = shown(line.slice(from, Math.min(to, right)));
  const rest = shown(line.slice(Math.min(to, right), right));
  return {
    line: start.line,
    text: `${lead}${place}${rest}${right < line.length ? "…" : ""}`,
    indent: displayWidth(lead),
    width: Math.max(1, displayWidth(place)),
  };
}

function shown(text: string): string {
  return visible(text.replaceAll("\t", "  "), Number.POSITIVE_INFINITY);
}

/** The frame as two lines: the source line behind its number, and carets below the place. */
export function frameLines({ line, text, indent, width }: CodeFrame): readonly [string, string] {
  const number = String(line).padStart(4);
  return [
    `${number} | ${text}`.trimEnd(),
    `${" ".repeat(number.length)} | ${" ".repeat(indent)}${"^".repeat(width)}`,
  ];
}
