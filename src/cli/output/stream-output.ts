import type { Writable } from "node:stream";
import type { Paint } from "../../report/document/paint.ts";
import type { Output } from "./output.ts";

/** Characters that are gathered before the stream gets them: a row a write would be slow. */
const held = 65_536;

/** Writes to a stream. */
export function streamOutput(
  stream: Writable & { readonly isTTY?: boolean },
  paint: Paint,
): Output {
  let waiting = "";
  // The callback of each write reports it; without a listener the process would end.
  stream.on("error", () => undefined);

  const flush = (): Promise<void> => {
    const text = waiting;
    waiting = "";
    if (text === "") return Promise.resolve();
    return new Promise((resolve, reject) => {
      stream.write(text, (error) => (error ? reject(error) : resolve()));
    });
  };

  return {
    write: (text) => {
      waiting += text;
      return waiting.length < held ? Promise.resolve() : flush();
    },
    flush,
    paint,
    isTerminal: stream.isTTY === true,
  };
}
