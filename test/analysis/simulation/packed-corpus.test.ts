import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCorpus, readCorpusText } from "../../../src/analysis/simulation/read-corpus.ts";
import { frameGuard } from "../../../src/analysis/simulation/zstd-frames.ts";

const line = '{"connector":"a","action":"x","args":{"p":"ü"}}\n';

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size)
    yield bytes.subarray(start, start + size);
}

async function read(bytes: Uint8Array, size = 65_536, most?: number): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const entry of readCorpus("f", chunksOf(bytes, size), most)) {
    found.push(entry.kind === "call" ? `call ${entry.line}` : `${entry.line}: ${entry.reason}`);
  }
  return found;
}

/** RFC 8878 by hand: frames of raw blocks and of runs of one byte. */
function frame(blocks: readonly (string | readonly [byte: number, times: number])[]): Buffer {
  const parts = blocks.map((block, index) => {
    const isRun = typeof block !== "string";
    const size = isRun ? block[1] : Buffer.byteLength(block);
    const header = (size << 3) | ((isRun ? 1 : 0) << 1) | (index === blocks.length - 1 ? 1 : 0);
    const content = isRun ? Buffer.from([block[0]]) : Buffer.from(block);
    return Buffer.concat([Buffer.from([header & 255, (header >> 8) & 255, header >> 16]), content]);
  });
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]), ...parts]);
}

const skippable = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 9, 9, 9]);

const asZstdPacks = (text: string): Buffer => Buffer.from(text, "base64");

describe("a packed corpus", () => {
  test.each([
    ["gzip", gzipSync(line.repeat(3))],
    ["two gzip files in one", Buffer.concat([gzipSync(line), gzipSync(line.repeat(2))])],
    ["zstd", frame([line, line.repeat(2)])],
    ["two zstd frames", Buffer.concat([frame([line]), skippable, frame([line, line])])],
    [
      "zstd of a file, with checksum and size",
      asZstdPacks(
        "KLUv/SSTrQEAEgMLE9BnDKsAsWkwkSIDEZECMXSitoxgrVn7Lqv7DIOH07cuQYmH8dssSqG6uQoBAPF0UlDlUSEA",
      ),
    ],
    [
      "zstd of a stream",
      asZstdPacks(
        "KLUv/QBYzQEAFAN7ImNvbm5lY3RvciI6ImEiLCJhY3Rpb24iOiJ4IiwiYXJncyI6eyJwIjoiw7wifX0KAQDxdFJQ",
      ),
    ],
  ])("%s is unpacked whatever the chunks are", async (_, bytes) => {
    for (const size of [1, 3, 7, 65_536]) {
      expect(await read(bytes, size)).toEqual(["call 1", "call 2", "call 3"]);
    }
  });

  const unsound = "the file cannot be unpacked: it is no sound";
  const sized = (descriptor: number, header: readonly number[]): Buffer =>
    Buffer.from([0x28, 0xb5, 0x2f, 0xfd, descriptor, ...header, 0x19, 0, 0]);

  test.each<[string, Buffer, string]>([
    [
      "gzip that ends too early",
      gzipSync(line).subarray(0, 30),
      "the file cannot be unpacked: it is no sound gzip file, or it ends too early",
    ],
    [
      "zstd that ends too early",
      frame([line]).subarray(0, 30),
      `${unsound} zstd file, or it ends too early`,
    ],
    [
      "zstd, and then something else",
      Buffer.concat([frame([line]), Buffer.from("and so on")]),
      "the file cannot be unpacked: something that is no zstd follows in it",
    ],
    [
      "zstd with a wide window",
      sized(0, [0x70]),
      "the file cannot be unpacked: it was packed with a window of more than 8 MiB",
    ],
    [
      "zstd in one wide segment",
      sized(0xa0, [0, 0, 0, 1]),
      "the file cannot be unpacked: it was packed with a window of more than 8 MiB",
    ],
    [
      "zstd in one segment with a dictionary",
      sized(0x61, [7, 0, 1]),
      `${unsound} zstd file, or it ends too early`,
    ],
  ])("%s is a bad line behind what could be read", async (_, bytes, said) => {
    expect((await read(bytes)).at(-1)).toContain(said);
    expect((await read(bytes, 1)).at(-1)).toContain(said);
  });

  test("that comes to more than it may is read as far as that", async () => {
    const bomb = gzipSync(`${line.repeat(2)}${" ".repeat(5_000_000)}`);
    expect(await read(bomb, 65_536, 2_097_152)).toEqual([
      "call 1",
      "call 2",
      "3: the file cannot be unpacked: it has more than 2 MiB when it is unpacked",
    ]);
    expect(await read(gzipSync(line), 65_536, 20)).toEqual([
      "1: the file cannot be unpacked: it has more than 20 bytes when it is unpacked",
    ]);
  });

  test("that would take long to unpack is given up", async () => {
    const tiny = Buffer.concat(
      Array.from({ length: 20_000 }, () => frame([["a".charCodeAt(0), 1]])),
    );
    const guard = frameGuard();
    // The widest window that is unpacked at all.
    for (let at = 5; at < tiny.length; at += 10) tiny[at] = 0x68;
    expect(() => guard.pass(tiny)).toThrow("it takes too long to unpack");
  });

  test("rejects with what its source rejects with", async () => {
    async function* torn(): AsyncGenerator<Uint8Array> {
      yield gzipSync(line).subarray(0, 12);
      throw new Error("the disk is gone");
    }
    const entries = readCorpus("f", torn());
    await expect(entries.next()).rejects.toThrow("the disk is gone");
  });

  test("is given back when nobody reads on", async () => {
    for (const packed of [
      gzipSync(line.repeat(2)),
      frame([line, line]),
      Buffer.from(line.repeat(2)),
    ]) {
      let open = true;
      const source = (async function* (): AsyncGenerator<Uint8Array> {
        try {
          yield packed;
          yield new Uint8Array();
        } finally {
          open = false;
        }
      })();
      for await (const entry of readCorpus("f", source)) {
        expect(entry.kind).toBe("call");
        break;
      }
      expect(open).toBe(false);
    }
  });
});

describe("a corpus that is not packed", () => {
  test("reads as its text, whatever its chunks are", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "binary", maxLength: 40 }),
        fc.integer({ min: 1, max: 9 }),
        async (text, size) => {
          const bytes = Buffer.from(`{}${text}`);
          const found: unknown[] = [];
          const chunks = chunksOf(bytes, size);
          // Not every source has a way to be given back.
          const source = { [Symbol.asyncIterator]: () => ({ next: () => chunks.next() }) };
          for await (const entry of readCorpus("f", source)) found.push(entry);
          expect(found).toEqual([...readCorpusText({ path: "f", text: bytes.toString("utf8") })]);
        },
      ),
      { numRuns: 60 },
    );
  });
});
