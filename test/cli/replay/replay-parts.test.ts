import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Simulation } from "../../../src/analysis/simulation/simulation.ts";
import { fileParts } from "../../../src/cli/replay/file-parts.ts";
import { replayFiles } from "../../../src/cli/replay/replay-files.ts";
import { corpusLines } from "../../analysis/simulation/corpus-lines.ts";
import { replayedPolicies } from "./replayed-policies.ts";
import { silentIo } from "./silent-io.ts";

const program = fileURLToPath(new URL("./replay-program.ts", import.meta.url));
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-replay-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** What one thread says of a file. */
async function alone(text: string): Promise<Simulation> {
  const file = { name: "calls.jsonl", chunks: () => new Blob([text]).stream() };
  return await replayFiles([file], replayedPolicies(), { catalogue: new Map(), io: silentIo });
}

interface Said {
  readonly done: boolean;
  readonly looked: unknown;
  readonly simulation: Simulation;
}

function inWorkers(path: string, workers: number): Said {
  const argv = ["--import", "tsx", program, path, String(workers)];
  return JSON.parse(execFileSync(process.execPath, argv, { encoding: "utf8" })) as Said;
}

describe("replaying a file in worker threads", () => {
  it("says what one thread says: the same groups, examples and line numbers", async () => {
    const lines = ['{"connector":"g","action":"a"}', ...corpusLines(7, 4000)];
    const text = lines.join("\n");
    const said = inWorkers(written("calls.jsonl", text), 3);
    expect(said).toMatchObject({ done: true });
    expect(said.simulation).toEqual(JSON.parse(JSON.stringify(await alone(text))));
  });

  it("is left to one thread where a part holds more than can be told apart", () => {
    const lines = Array.from({ length: 3000 }, (_, at) =>
      JSON.stringify({ connector: `c${at}`, action: "del" }),
    );
    const said = inWorkers(written("calls.jsonl", lines.join("\n")), 2);
    expect(said).toMatchObject({ done: false, simulation: { total: { calls: 0 } } });
  });

  it("falls back without a word where no worker can run", async () => {
    // Here nothing can load a worker that is written in TypeScript.
    const text = corpusLines(3, 200).join("\n");
    const path = written("calls.jsonl", `{"connector":"g","action":"a"}\n${text}`);
    const disk = { path, size: 1 };
    const file = { name: "calls.jsonl", disk, chunks: () => new Blob([text]).stream() };
    const threads = { smallest: 0, workers: 2 };
    const said = await replayFiles([file], replayedPolicies(), {
      catalogue: new Map(),
      io: silentIo,
      threads,
    });
    expect(said.total).toEqual((await alone(text)).total);
  });
});

describe("the parts of a file", () => {
  it.each([
    [
      "are whole lines",
      '{"a":1}\n{"b":2}\n{"c":3}\n{"d":4}\n',
      [
        [0, 24],
        [24, 32],
      ],
    ],
    ["are none of a list", '[{"a":1}\n,{"b":2}]\n', undefined],
    ["are none of a packed file", "\u001f\u008b", undefined],
    ["are none of a single line", '{"a":1}', undefined],
    ["are none of an empty file", "", undefined],
  ])("%s", async (_, text, expected) => {
    const path = written("calls", text);
    const parts = await fileParts(path, Buffer.byteLength(text), 2);
    expect(parts?.map(({ start, end }) => [start, end])).toEqual(expected);
  });
});
