import type { Io } from "./output.ts";

const every = 25_000;

/** Passes items on and counts them on standard error while it lasts, if a person sees that and nothing else moves. */
export async function* withProgress<T>(
  items: AsyncIterable<T>,
  io: Io,
): AsyncGenerator<T, void, undefined> {
  if (!io.stderr.isTerminal) {
    yield* items;
    return;
  }
  let count = 0;
  for await (const item of items) {
    count += 1;
    if (count % every === 0) {
      await io.stderr.write(`\r${count} calls`);
      await io.stderr.flush();
    }
    yield item;
  }
  if (count >= every) await io.stderr.write("\r\u001B[K");
}
