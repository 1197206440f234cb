import { describe, expect, it } from "vitest";
import type { Output } from "../../../src/cli/output/output.ts";
import { withProgress } from "../../../src/cli/output/progress.ts";
import { plain } from "../../../src/report/document/paint.ts";

async function* numbers(count: number): AsyncGenerator<number, void, undefined> {
  for (let number = 0; number < count; number += 1) yield number;
}

async function said(count: number, isTerminal: boolean): Promise<string> {
  let text = "";
  const output: Output = {
    write: async (more) => {
      text += more;
    },
    flush: async () => undefined,
    paint: plain,
    isTerminal,
  };
  let passed = 0;
  const io = { cwd: "", stdin: () => new Blob([]).stream(), stdout: output, stderr: output };
  for await (const _ of withProgress(numbers(count), io)) passed += 1;
  expect(passed).toBe(count);
  return text;
}

describe("progress", () => {
  it("is counted for a person who waits, and wiped away at the end", async () => {
    expect(await said(60_000, true)).toBe("\r25000 calls\r50000 calls\r\u001B[K");
  });

  it("is silent for a short corpus", async () => {
    expect(await said(100, true)).toBe("");
  });

  it("is silent where nobody looks", async () => {
    expect(await said(60_000, false)).toBe("");
  });
});
