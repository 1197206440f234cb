import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withCataloguedRisks } from "../../../src/analysis/catalogue/catalogued-risk.ts";
import { readCorpus } from "../../../src/analysis/simulation/read-corpus.ts";
import { isWholePart, Replay } from "../../../src/analysis/simulation/replay.ts";
import { replayCorpus, replayPart } from "../../../src/analysis/simulation/replay-corpus.ts";
import { simulateStream } from "../../../src/analysis/simulation/simulate.ts";
import type { Simulation } from "../../../src/analysis/simulation/simulation.ts";
import type { Policy } from "../../../src/policy/policy.ts";
import { CompiledCases } from "../compiled/compiled-check.ts";
import { type Manifest, policyOf } from "../diff/random-policies.ts";
import { corpusLines } from "./corpus-lines.ts";

const catalogue = new Map([["g", new Map([["a", "read" as const]])]]);

describe("replaying a file", () => {
  it("says what deciding its saved calls one by one says, wherever the chunks are cut", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 400 }), async (seed, size) => {
        const { policies } = new CompiledCases(seed).pair();
        const text = corpusLines(seed, 80).join("\n");
        const [fast, plain] = await both(policies, new TextEncoder().encode(text), size);
        expect(fast).toEqual(plain);
      }),
      { numRuns: 100 },
    );
  });
});

describe("replaying a file of another form", () => {
  const policies = new CompiledCases(1).pair().policies;

  it.each([
    ["a list", '[{"connector":"g","action":"a"},\n{"connector":"db","action":"b"}]'],
    ["a list without its end", '[{"connector":"g","action":"a"}'],
    ["a YAML list", "- connector: g\n  action: a\n"],
    ["a file that is packed, and broken", "\u001f\u008b\u0008 no more"],
    ["an empty file", ""],
    ["blank lines alone", " \n\n"],
    [
      "a long line",
      `{"connector":"g","action":"a"}\n{"connector":"g","action":"b","args":{"a":"${"x".repeat(1_100_000)}"}}\n`,
    ],
  ])("says the same of %s", async (_, text) => {
    const bytes = Uint8Array.from(Buffer.from(text, "latin1"));
    const [fast, plain] = await both(policies, bytes, 300_000);
    expect(fast).toEqual(plain);
  });

  it("says the same of bytes that are no text", async () => {
    const line = '{"connector":"g","action":"a","args":{"a":"x"}}\n';
    const bytes = Uint8Array.from(Buffer.from(line.repeat(3).replace("x", "\u00ff"), "latin1"));
    const [fast, plain] = await both(policies, bytes, 4096);
    expect(fast).toEqual(plain);
    expect(fast.badLines.count).toBe(1);
  });

  it("says how far it is, and rejects when the source does", async () => {
    const replay = new Replay(...policies);
    const seen: number[] = [];
    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('{"connector":"g","action":"a"}\n');
      throw new Error("gone");
    }
    const watch = ({ calls }: Replay): void => {
      seen.push(calls);
    };
    const file = { file: "", chunks: chunks(), catalogue, watch };
    await expect(replayCorpus(replay, file)).rejects.toThrow("gone");
    expect(seen).toEqual([1]);
  });
});

describe("replaying a file part by part", () => {
  it("says what replaying it at once says, wherever it is cut", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.array(fc.nat(), { maxLength: 4 }), async (seed, cuts) => {
        const { policies } = new CompiledCases(seed).pair();
        const text = corpusLines(seed, 80).join("\n");
        const [, plain] = await both(
          policies,
          new TextEncoder().encode(`{"connector":"g","action":"a"}\n${text}`),
          4096,
        );
        const replay = new Replay(...policies);
        let before = 0;
        for (const [index, part] of partsOf(
          `{"connector":"g","action":"a"}\n${text}`,
          cuts,
        ).entries()) {
          const own = new Replay(...policies);
          const chunks = cut(new TextEncoder().encode(part), 997);
          const isBeginning = index === 0;
          const lines = await replayPart(own, {
            file: "calls.jsonl",
            chunks,
            catalogue,
            isBeginning,
            eager: true,
          });
          const sent = structuredClone(own.part());
          expect(isWholePart(sent)).toBe(true);
          replay.absorb(sent, isBeginning ? 0 : before - 1);
          before += lines;
        }
        expect(plainly(replay.result())).toEqual(plainly(plain));
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ["groups", (index: number) => ({ connector: `c${index}`, action: "x" })],
    [
      "missing arguments",
      (index: number) => ({ connector: "g", action: `y${index}`, args: { a: "[redacted]" } }),
    ],
    ["connectors", (index: number) => ({ connector: `c${index}`, action: "z" })],
  ])("is refused where there are too many %s to be told apart", async (_, call) => {
    const policies = [policyOf(many("always_run")), policyOf(many("require_approval"))] as const;
    const lines = Array.from({ length: 1100 }, (_, index) => `${JSON.stringify(call(index))}\n`);
    const replay = new Replay(...policies);
    const chunks = cut(new TextEncoder().encode(lines.join("")), 4096);
    await replayPart(replay, { file: "", chunks, catalogue: new Map(), isBeginning: true });
    expect(isWholePart(replay.part())).toBe(false);
  });
});

it("puts parts together that are whole each, and more than can be told apart together", async () => {
  const policies = [policyOf(many("always_run")), policyOf(many("require_approval"))] as const;
  const lines = Array.from({ length: 800 }, (_, index) => [
    `${JSON.stringify({ connector: `c${index}`, action: "x", args: {} })}\n`,
    `${JSON.stringify({ connector: "g", action: `y${index}`, args: { a: "[redacted]" } })}\n`,
    `${JSON.stringify({ connector: "g", action: "x", args: {}, expect: "block" })}\n`,
  ]).flat();
  const whole = new Replay(...policies);
  const together = new Replay(...policies);
  for (const [replay, part] of [[whole, lines]] as const) {
    await replayPart(replay, partOf(part.join(""), true));
  }
  let before = 0;
  for (const part of [lines.slice(0, 1200), lines.slice(1200)]) {
    const own = new Replay(...policies);
    const read = await replayPart(own, partOf(part.join(""), before === 0));
    together.absorb(structuredClone(own.part()), before === 0 ? 0 : before - 1);
    before += read;
  }
  expect(plainly(together.result())).toEqual(plainly(whole.result()));
  expect(together.result().ungrouped.calls).toBe(301);
});

function partOf(text: string, isBeginning: boolean) {
  const chunks = cut(new TextEncoder().encode(text), 4096);
  return { file: "", chunks, catalogue: new Map(), isBeginning };
}

/** A policy half, so that any connector is there. */
function many(effect: string): Manifest {
  return {
    kortix_version: 2,
    policy: { default_mode: "risk" },
    policies: [
      { match: "*.x", action: effect },
      { match: "*.y*", action: "block", conditions: [{ arg: "a", match: "b" }] },
      { match: "*.z", action: "require_approval" },
    ],
  };
}

/** The text in pieces of whole lines. */
function partsOf(text: string, cuts: readonly number[]): readonly string[] {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index + 1);
  const at = cuts.map((number) => ends[number % ends.length] as number).sort((a, b) => a - b);
  return [0, ...at].map((start, index) => text.slice(start, at[index] ?? text.length));
}

/** A decision makes its trace when it is asked; here only what it holds is compared. */
function plainly(simulation: Simulation): unknown {
  return JSON.parse(JSON.stringify(simulation));
}

async function both(
  [base, head]: readonly [Policy, Policy],
  bytes: Uint8Array,
  size: number,
): Promise<readonly [fast: Simulation, plain: Simulation]> {
  const replay = new Replay(base, head);
  await replayCorpus(replay, {
    file: "calls.jsonl",
    chunks: cut(bytes, size),
    catalogue,
    eager: true,
  });
  const entries = withCataloguedRisks(readCorpus("calls.jsonl", cut(bytes, size)), catalogue);
  return [replay.result(), await simulateStream(base, head, entries)];
}

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size)
    yield bytes.subarray(start, start + size);
}
