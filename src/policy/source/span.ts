/** A place in a file. Lines and columns from 1, offset in UTF-16 units from 0. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** A stretch of one file, `end` exclusive. */
export interface Span {
  readonly file: string;
  readonly start: Position;
  readonly end: Position;
}
