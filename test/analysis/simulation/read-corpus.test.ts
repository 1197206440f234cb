import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { CorpusEntry } from "../../../src/analysis/simulation/corpus-entry.ts";
import { longestLine } from "../../../src/analysis/simulation/corpus-line.ts";
import { readCorpus, readCorpusText } from "../../../src/analysis/simulation/read-corpus.ts";

const folder = "fixtures/simulation/corpus";

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size)
    yield bytes.subarray(start, start + size);
}

async function entriesOf(entries: AsyncIterable<CorpusEntry>): Promise<readonly CorpusEntry[]> {
  const all: CorpusEntry[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}

/** One entry a line, so that a case reads like the corpus it is about. */
function written(entries: readonly CorpusEntry[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
}

describe.each(readdirSync(folder))("the corpus %s", (name) => {
  const files = readdirSync(`${folder}/${name}`).filter((file) => file.startsWith("calls."));
  const file = files.join();
  const bytes = readFileSync(`${folder}/${name}/${file}`);

  test.each([1_000_000, 7])("reads as it is expected to, in chunks of %i bytes", async (size) => {
    const entries = await entriesOf(readCorpus(file, inChunks(bytes, size)));
    await expect(written(entries)).toMatchFileSnapshot(`../../../${folder}/${name}/expected.jsonl`);
  });

  test("reads the same from its text", async () => {
    const text = bytes.toString("utf8");
    // What is not UTF-8 has no text.
    if (!Buffer.from(text).equals(bytes)) return;
    const streamed = await entriesOf(readCorpus(file, inChunks(bytes, 4096)));
    expect([...readCorpusText({ path: file, text })]).toEqual(streamed);
  });
});

describe("what does not fit in memory", () => {
  const call = (action: string): string => JSON.stringify({ connector: "stripe", action });
  const big = call("x".repeat(longestLine));

  test("is a bad line of JSON Lines, its neighbours are read", () => {
    const text = [call("a"), big, call("c")].join("\n");
    expect([...readCorpusText({ path: "calls.jsonl", text })]).toMatchObject([
      { kind: "call", line: 1 },
      { kind: "bad-line", line: 2, reason: "the line is longer than 1 MiB" },
      { kind: "call", line: 3 },
    ]);
  });

  test("is a bad entry of a JSON list, however it is broken into lines", () => {
    const long = `{"connector": "stripe",\n"action":\n"x",\n${" \n".repeat(longestLine / 2)}"risk": "read"}`;
    const text = `[${call("a")},\n${long},\n${call("c")}]`;
    expect([...readCorpusText({ path: "calls.json", text })]).toMatchObject([
      { kind: "call", line: 1 },
      { kind: "bad-line", line: 2, reason: "the entry is longer than 1 MiB" },
      { kind: "call", call: { action: "c" } },
    ]);
  });

  test("ends the reading of a YAML list, with one bad line", () => {
    const text = `- connector: stripe\n  action: a\n${"# more\n".repeat(longestLine / 7)}- connector: b\n`;
    expect([...readCorpusText({ path: "calls.yaml", text })]).toEqual([
      {
        kind: "bad-line",
        file: "calls.yaml",
        line: 149_795,
        reason: "the YAML list is longer than 1 MiB, so the list is not read",
        help: "write one JSON object a line",
      },
    ]);
  });
});

test("a source that fails fails the reading", async () => {
  async function* failing(): AsyncGenerator<string> {
    yield '{"connector":"stripe","action":"a"}\n';
    throw new Error("the disk is gone");
  }
  await expect(entriesOf(readCorpus("calls.jsonl", failing()))).rejects.toThrow("the disk is gone");
});
