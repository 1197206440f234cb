import { type FileHandle, open } from "node:fs/promises";

/** Bytes of a file, from `start` up to but not with `end`. */
export interface FilePart {
  readonly start: number;
  readonly end: number;
}

/** The longest line that a cut looks over. */
const longestLooked = 2_097_152;

/**
 * A file of JSON Lines in about equal parts of whole lines. Undefined for any other file: one that does not begin with `{`, that is
 * packed, or whose lines are too long to be cut between.
 */
export async function fileParts(
  path: string,
  size: number,
  count: number,
): Promise<readonly FilePart[] | undefined> {
  const file = await open(path);
  try {
    const beginning = await read(file, 0, 1);
    if (beginning.toString("latin1") !== "{") return undefined;
    const starts = [0];
    for (let part = 1; part < count; part += 1) {
      const from = Math.floor((size * part) / count);
      const end = (await read(file, from, longestLooked)).indexOf(10);
      if (end < 0) return undefined;
      starts.push(from + end + 1);
    }
    return starts.map((start, index) => ({ start, end: starts[index + 1] ?? size }));
  } finally {
    await file.close();
  }
}

async function read(file: FileHandle, position: number, most: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, position);
  return buffer.subarray(0, bytesRead);
}
