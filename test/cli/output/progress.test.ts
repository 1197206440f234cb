import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Io, Output } from "../../../src/cli/output/output.ts";
import { progressLine, watched, withProgress } from "../../../src/cli/output/progress.ts";
import { plain } from "../../../src/report/document/paint.ts";

/** So many numbers, a thousand at a time. */
async function* numbers(count: number): AsyncGenerator<readonly number[], void, undefined> {
  const all = Array.from({ length: count }, (_, number) => number);
  for (let from = 0; from < count; from += 1_000) yield all.slice(from, from + 1_000);
}

function world(isTerminal: boolean): { readonly io: Io; readonly said: () => string } {
  let text = "";
  const output: Output = {
    write: async (more) => {
      text += more;
    },
    flush: async () => undefined,
    paint: plain,
    isTerminal,
  };
  const io = { cwd: "", stdin: () => new Blob([]).stream(), stdout: output, stderr: output };
  return { io, said: () => text };
}

async function said(count: number, isTerminal: boolean): Promise<string> {
  const { io, said: text } = world(isTerminal);
  let [passed, second] = [0, 0];
  const now = (): number => {
    second += 1000;
    return second;
  };
  for await (const some of withProgress(numbers(count), io, now)) passed += some.length;
  expect(passed).toBe(count);
  return text();
}

describe("progress", () => {
  it("is counted for a person who waits, and wiped away at the end", async () => {
    expect(await said(60_000, true)).toBe(
      "\r\u001B[K25,000 calls, 25,000 a second\r\u001B[K50,000 calls, 25,000 a second\r\u001B[K",
    );
  });

  it("is silent for a short corpus", async () => {
    expect(await said(100, true)).toBe("");
  });

  it("is silent where nobody looks", async () => {
    expect(await said(60_000, false)).toBe("");
  });

  it.each([
    ["10 calls", { calls: 10, bytes: 0 }, 0, 100],
    ["1,000 calls, 500 a second, 6 s left", { calls: 1000, bytes: 25 }, 2, 100],
    ["9 calls, 1 a second, 15 min 0 s left", { calls: 9, bytes: 1 }, 9, 101],
    ["9 calls, 1 a second", { calls: 9, bytes: 1 }, 9, undefined],
  ])("says %s", (words, passed, seconds, size) => {
    expect(progressLine(passed, seconds, size)).toBe(words);
  });
});

describe("work that is watched", () => {
  const passed = () => ({ calls: 5, bytes: 0 });

  it("says how far it is while it lasts, and leaves nothing on the line", async () => {
    const { io, said: text } = world(true);
    expect(await watched(() => sleep(50, "done"), passed, { io, period: 5 })).toBe("done");
    const lines = text().split("\r\u001B[K");
    expect(lines.length).toBeGreaterThan(2);
    expect([lines.at(0), lines.at(-1)]).toEqual(["", ""]);
    for (const line of lines.slice(1, -1)) expect(line).toMatch(/^5 calls, [\d,]+ a second$/);
  });

  it("is silent when it is over at once, or where nobody looks", async () => {
    const [brief, unseen] = [world(true), world(false)];
    await watched(async () => undefined, passed, { io: brief.io });
    await watched(() => sleep(20), passed, { io: unseen.io, period: 5 });
    expect([brief.said(), unseen.said()]).toEqual(["", ""]);
  });

  it("wipes the line when the work fails", async () => {
    const { io, said: text } = world(true);
    const fails = async (): Promise<void> => {
      await sleep(30);
      throw new Error("no");
    };
    await expect(watched(fails, passed, { io, period: 5 })).rejects.toThrow("no");
    expect(text().endsWith("\r\u001B[K")).toBe(true);
  });
});
