import { LineCounter } from "yaml";
import type { Position, Span } from "./span.ts";

/** Turns offsets into lines and columns of one file's text. */
export interface TextPositions {
  /** The stretch from `start` to `end` (UTF-16 offsets, exclusive), clamped to the text. */
  readonly span: (start: number, end: number) => Span;
}

/**
 * Positions in `text`. A line ends at LF, as YAML counts lines here; a carriage return before it belongs to its
 * line. O(text) once, O(log lines) for each span.
 */
export function textPositions(file: string, text: string): TextPositions {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    lines.addNewLine(at + 1);
  }
  const positionAt = (offset: number): Position => {
    const clamped = Math.min(Math.max(offset, 0), text.length);
    const { line, col } = lines.linePos(clamped);
    return { line, column: col, offset: clamped };
  };
  return {
    span: (start, end) => ({
      file,
      start: positionAt(start),
      end: positionAt(Math.max(start, end)),
    }),
  };
}
