import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CorpusChange,
  corpusChange,
  keptLost,
  type RereadableCorpus,
} from "../../../src/analysis/simulation/corpus-change.ts";
import type { CorpusEntry } from "../../../src/analysis/simulation/corpus-entry.ts";
import { readCorpusText } from "../../../src/analysis/simulation/read-corpus.ts";
import { absentPolicy } from "../../../src/policy/policy.ts";

function corpus(lines: readonly string[], path = "calls.jsonl"): RereadableCorpus {
  return async function* () {
    yield* readCorpusText({ path, text: lines.join("\n") });
  };
}

const call = (rest: string, action = "refund"): string =>
  `{"connector":"stripe","action":"${action}"${rest === "" ? "" : `,${rest}`}}`;

function between(base: readonly string[], head: readonly string[]): Promise<CorpusChange> {
  return corpusChange(corpus(base), corpus(head, "moved.jsonl"), []);
}

describe("saved calls", () => {
  test.each<[string, readonly string[], readonly string[], Partial<CorpusChange>]>([
    [
      "the same",
      [call('"args":{"a":1,"b":2}')],
      [call('"args":{"b":2,"a":1}')],
      { lostCalls: 0, added: { calls: 0, weight: 0 } },
    ],
    [
      "in another order, in another file",
      [call(""), call("", "other")],
      [call("", "other"), call("")],
      { lostCalls: 0 },
    ],
    ["seen at another time", [call('"at":1')], [call('"at":2,"status":"ok"')], { lostCalls: 0 }],
    [
      "split into several lines",
      [call('"count":3')],
      [call('"count":2'), call("")],
      { lostCalls: 0 },
    ],
    [
      "with numbers that JSON has no text for",
      ["- connector: a", "  action: b", "  args: { x: .nan }"],
      ["- connector: a", "  action: b", "  args: { x: .inf }"],
      { lostCalls: 1, added: { calls: 1, weight: 1 } },
    ],
    [
      "added",
      [call("")],
      [call(""), call('"count":5', "other")],
      { lostCalls: 0, added: { calls: 1, weight: 5 } },
    ],
    ["removed", [call(""), call("", "other")], [call("")], { lostCalls: 1 }],
    ["that stand for fewer", [call('"count":3')], [call('"count":2')], { lostCalls: 1 }],
    [
      "with other arguments",
      [call('"args":{}')],
      [call('"args":{"a":1}')],
      { lostCalls: 1, added: { calls: 1, weight: 1 } },
    ],
    ["without arguments that were there", [call('"args":{}')], [call("")], { lostCalls: 1 }],
    ["of another risk", [call('"risk":"read"')], [call('"risk":"write"')], { lostCalls: 1 }],
    ["of another agent", [call('"agent":"a"')], [call("")], { lostCalls: 1 }],
    [
      "that pin nothing any more",
      [call('"expect":"block"')],
      [call("")],
      { lostCalls: 1, pinned: 0 },
    ],
    [
      "that pin something else",
      [call('"expect":"block"')],
      [call('"expect":"hold"')],
      { lostCalls: 1, pinned: 1 },
    ],
    ["that pin something anew", [call("")], [call('"expect":"hold"')], { lostCalls: 0, pinned: 1 }],
    [
      "pinned twice",
      [call('"expect":"hold"'), call('"expect":"hold"')],
      [call('"expect":"hold","count":2')],
      { lostCalls: 0, pinned: 0 },
    ],
  ])("%s", async (_, base, head, expected) => {
    const change = await between(base, head);
    expect(change).toMatchObject(expected);
    expect(change.digest === undefined).toBe(change.lostCalls === 0);
  });

  test("that are lost are named with their first place, and how much of them", async () => {
    const base = ["nonsense", call('"expect":"block"'), call('"expect":"run","count":2')];
    const { lost } = await between(base, [call('"expect":"run"')]);
    expect(lost).toMatchObject([
      { saved: { file: "calls.jsonl", line: 2 }, from: 3, to: 1, unpinned: ["block"] },
    ]);
  });

  test("that are lost are all counted, and the first are named", async () => {
    const many = Array.from({ length: keptLost + 5 }, (_, index) => call(`"args":{"n":${index}}`));
    const change = await between(many, []);
    expect(change.lostCalls).toBe(keptLost + 5);
    expect(change.lost).toHaveLength(keptLost);
  });

  test("have one identity of what is lost, whatever the order and the files", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(["a", "b", "c", "d"], { minLength: 1 }),
        async (actions) => {
          const lines = actions.map((action) => call("", action));
          const one = await corpusChange(corpus(lines), corpus([]), []);
          const other = await corpusChange(
            corpus([...lines].sort(), "elsewhere.jsonl"),
            corpus([]),
            [],
          );
          expect(one.digest).toBe(other.digest);
          const less = await corpusChange(corpus(lines), corpus(lines.slice(0, 1)), []);
          expect(less.digest === one.digest).toBe(false);
        },
      ),
      { numRuns: 20 },
    );
  });

  test("that nobody can read are counted on the side that will be", async () => {
    const { badLines } = await between(["{", call("")], ["x", call(""), "{"]);
    expect(badLines.count).toBe(2);
  });

  test("that are pinned anew are tested; what was pinned before is not tested again", async () => {
    const pins = [call('"expect":"run"'), call('"expect":"block"', "other")];
    const change = await corpusChange(corpus([pins[0] ?? ""]), corpus(pins), [absentPolicy]);
    expect(change.unmet).toMatchObject([
      { expect: "block", saved: { call: { action: "other" } }, decision: { effect: "denied" } },
    ]);
    const many = Array.from({ length: 150 }, (_, index) =>
      call(`"expect":"run","args":{"n":${index}}`),
    );
    expect((await corpusChange(corpus([]), corpus(many), [absentPolicy])).unmet).toHaveLength(100);
  });

  test.each([
    ["before", ["a", "b", "c"], ["a"]],
    ["after", [], ["a", "b", "c"]],
  ])("of which there are too many %s the change are not compared", async (_, base, head) => {
    const lines = (actions: readonly string[]): readonly string[] =>
      actions.map((one) => call("", one));
    const change = await corpusChange(corpus(lines(base)), corpus(lines(head)), [], 2);
    expect(change.tooMany).toBe(true);
    expect((await corpusChange(corpus(lines(base)), corpus(lines(head)), [], 3)).tooMany).toBe(
      false,
    );
  });
});

test("an entry of no file is a call like any other", async () => {
  const one: CorpusEntry = {
    kind: "call",
    call: { connector: "a", action: "b" },
    count: 1,
    file: "",
    line: 1,
  };
  const source: RereadableCorpus = async function* () {
    yield one;
  };
  expect(await corpusChange(source, corpus([]), [])).toMatchObject({
    lostCalls: 1,
    lost: [{ saved: one }],
  });
});
