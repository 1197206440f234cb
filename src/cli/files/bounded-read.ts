import { createReadStream } from "node:fs";

/** The bytes of a stream, but no more than one above `limit`: enough to see that there are too many. */
export async function boundedBytes(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    size += chunk.length;
    if (size > limit) break;
  }
  return Buffer.concat(parts).subarray(0, limit + 1);
}

/** A file's first bytes, no more than one above `limit`. Rejects as `node:fs` does. */
export function boundedFile(path: string, limit: number): Promise<Uint8Array> {
  return boundedBytes(createReadStream(path, { end: limit }), limit);
}
