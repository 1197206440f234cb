import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { streamOutput } from "../../../src/cli/output/stream-output.ts";
import { plain } from "../../../src/report/document/paint.ts";

function sink(fail?: Error): { readonly stream: Writable; readonly chunks: readonly string[] } {
  const chunks: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      chunks.push(chunk);
      done(fail);
    },
  });
  return { stream, chunks };
}

describe("output", () => {
  it("is gathered, in order, and handed on when it is much or when it is time", async () => {
    const { stream, chunks } = sink();
    const output = streamOutput(stream, plain);
    await output.write("a");
    await output.write("b");
    expect(chunks).toEqual([]);
    await output.flush();
    await output.write("c".repeat(70_000));
    await output.flush();
    expect(chunks).toEqual(["ab", "c".repeat(70_000)]);
  });

  it("rejects when nobody reads it any more", async () => {
    const closed = Object.assign(new Error("closed"), { code: "EPIPE" });
    const output = streamOutput(sink(closed).stream, plain);
    await output.write("a");
    await expect(output.flush()).rejects.toBe(closed);
  });
});
