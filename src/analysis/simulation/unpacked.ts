import { gunzipped } from "./gunzipped.ts";
import { PackedFault } from "./packed-fault.ts";
import { unzstandard } from "./unzstandard.ts";

/** The bytes of a file may come to so many when they are unpacked, unless somebody says otherwise: 1 GiB. */
export const mostUnpacked = 1_073_741_824;

type Chunks = AsyncIterable<string | Uint8Array>;

/** How a packed file begins, and what unpacks it. */
const packings: readonly {
  readonly magic: readonly number[];
  readonly unpack: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
}[] = [
  { magic: [0x1f, 0x8b], unpack: gunzipped },
  { magic: [0x28, 0xb5, 0x2f, 0xfd], unpack: unzstandard },
];

/**
 * The chunks of a file, unpacked if its first bytes are those of gzip or zstd, whatever it is called; as they are
 * otherwise. Throws `PackedFault` where the packed data is broken, ends too early, or comes to more than `most` bytes, after
 * the chunks before.
 */
export async function* unpacked(chunks: Chunks, most: number): AsyncGenerator<string | Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  const { head, rest } = await beginning(source);
  const packing = packings.find(({ magic }) => magic.every((byte, at) => head[at] === byte));
  if (packing === undefined) {
    yield* rest;
    return;
  }
  // INVARIANT: a source that begins with bytes gives bytes alone.
  let size = 0;
  for await (const chunk of packing.unpack(rest as AsyncIterable<Uint8Array>)) {
    size += chunk.length;
    if (size > most) {
      throw new PackedFault(`it has more than ${sizeWords(most)} when it is unpacked`);
    }
    yield chunk;
  }
}

/** The first four bytes, which may lie in several chunks, and all chunks again. */
async function beginning(
  source: AsyncIterator<string | Uint8Array>,
): Promise<{ readonly head: readonly number[]; readonly rest: Chunks }> {
  const held: (string | Uint8Array)[] = [];
  const head: number[] = [];
  while (head.length < 4) {
    const next = await source.next();
    if (next.done === true) break;
    held.push(next.value);
    // Text has been decoded already, so it is not packed.
    if (typeof next.value === "string") break;
    head.push(...next.value.subarray(0, 4));
  }
  return { head, rest: again(held, source) };
}

async function* again(
  held: readonly (string | Uint8Array)[],
  source: AsyncIterator<string | Uint8Array>,
): Chunks {
  try {
    yield* held;
    yield* { [Symbol.asyncIterator]: () => source };
  } finally {
    await source.return?.();
  }
}

function sizeWords(bytes: number): string {
  const mebibytes = bytes / 1_048_576;
  return mebibytes >= 1 ? `${Math.floor(mebibytes)} MiB` : `${bytes} bytes`;
}
