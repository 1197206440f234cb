import { PackedFault } from "./packed-fault.ts";

/** The bytes of a gzip file, in pieces as they are asked for. Throws `PackedFault` where they are broken. */
export async function* gunzipped(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const source = bytes[Symbol.asyncIterator]();
  const failures: unknown[] = [];
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const next = await source.next().catch((error: unknown) => {
        failures.push(error);
        throw error;
      });
      if (next.done === true) controller.close();
      // A copy: the stream refuses a view on shared memory.
      else controller.enqueue(new Uint8Array(next.value));
    },
  });
  const reader = packed.pipeThrough(new DecompressionStream("gzip")).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch {
    // Whatever the source itself rejects with is not about gzip.
    throw failures[0] ?? new PackedFault("it is no sound gzip file, or it ends too early");
  } finally {
    await reader.cancel().catch(() => undefined);
    await source.return?.();
  }
}
