import { Decompress } from "fzstd";
import { PackedFault } from "./packed-fault.ts";
import { frameGuard } from "./zstd-frames.ts";

/** Packed bytes that are unpacked at once: at the very worst they come to some 32 MiB, and that is held. */
const piece = 1024;

/** The bytes of a zstd file, in pieces. Throws `PackedFault` where they are broken or cost too much to unpack. */
export async function* unzstandard(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const guard = frameGuard();
  let out: Uint8Array[] = [];
  const stream = new Decompress((chunk) => out.push(chunk));
  const push = (chunk: Uint8Array, isLast: boolean): readonly Uint8Array[] => {
    guard.pass(chunk);
    try {
      stream.push(chunk, isLast);
    } catch {
      throw new PackedFault("it is no sound zstd file, or it ends too early");
    }
    const unpacked = out;
    out = [];
    return unpacked;
  };
  for await (const chunk of bytes) {
    for (let start = 0; start < chunk.length; start += piece) {
      yield* push(chunk.subarray(start, start + piece), false);
    }
  }
  yield* push(new Uint8Array(), true);
}
