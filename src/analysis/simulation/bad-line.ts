/** Where a record of a corpus stands. */
export interface Place {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** A place in a corpus that holds no readable call. */
export interface BadLine extends Place {
  readonly kind: "bad-line";
  /** What is wrong, in words, one line. */
  readonly reason: string;
  /** What to do. */
  readonly help?: string;
}

/** A bad line at a place, with advice where there is some. */
export function badLine({ file, line }: Place, reason: string, help?: string): BadLine {
  return { kind: "bad-line", file, line, reason, ...(help === undefined ? {} : { help }) };
}
