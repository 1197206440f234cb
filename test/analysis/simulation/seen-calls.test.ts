import { describe, expect, test } from "vitest";
import type { Change, ChangeSide } from "../../../src/analysis/diff/change.ts";
import type { SavedCall } from "../../../src/analysis/simulation/saved-call.ts";
import { seenCalls } from "../../../src/analysis/simulation/seen-calls.ts";
import { simulate } from "../../../src/analysis/simulation/simulate.ts";
import { policyOf } from "../literal-policy.ts";

const run: ChangeSide = { effect: "always_run", source: "allow_all" };

function block(match: string, index: number): ChangeSide {
  return { effect: "block", source: "project", rule: { layer: "project", index, match } };
}

function change(connector: string | null, to: ChangeSide): Change {
  return {
    connector,
    from: run,
    to,
    direction: "tightened",
    risks: ["write"],
    region: { path: "", except: [], conditions: [] },
    witness: { connector: "a", action: "x" },
    identity: "",
  };
}

function saved(connector: string, action: string, count: number, at?: string | number): SavedCall {
  const when = at === undefined ? {} : { at };
  return { kind: "call", call: { connector, action }, count, ...when, file: "f", line: 1 };
}

const head = policyOf({
  rules: [
    ["*.x", "block"],
    ["*.y", "block"],
  ],
});

describe("how often the calls of a change were made", () => {
  const simulation = simulate(policyOf(), head, [
    saved("a", "x", 2, "2026-10-01"),
    saved("a", "x", 3, "2026-09-01"),
    saved("b", "x", 5),
    saved("c", "x", 7, "2026-10-02"),
    saved("d", "x", 1, 1000),
    saved("a", "z", 11),
  ]);

  test("is counted for its connector and its deciders", () => {
    expect(
      seenCalls([change("a", block("*.x", 0)), change("b", block("*.x", 0))], simulation),
    ).toEqual([
      { calls: 2, weight: 5, lastSeen: "2026-10-01" },
      { calls: 1, weight: 5 },
    ]);
  });

  test("is zero for a change of which no call was saved", () => {
    expect(seenCalls([change("a", block("*.y", 1))], simulation)).toEqual([
      { calls: 0, weight: 0 },
    ]);
  });

  test("is for any connector what no named connector has", () => {
    expect(
      seenCalls([change(null, block("*.x", 0)), change("a", block("*.x", 0))], simulation),
    ).toEqual([
      { calls: 3, weight: 13, lastSeen: "2026-10-02" },
      { calls: 2, weight: 5, lastSeen: "2026-10-01" },
    ]);
  });

  test("the latest time stands, whatever the order and the spelling", () => {
    const times = ["2026-10-02", 1_790_847_000, "once", undefined];
    const latest = (order: readonly (string | number | undefined)[]): unknown => {
      const calls = order.map((at, index) => saved(`c${index}`, "x", 1, at));
      const [seen] = seenCalls([change(null, block("*.x", 0))], simulate(policyOf(), head, calls));
      return seen?.lastSeen;
    };
    expect([latest(times), latest(times.toReversed())]).toEqual(["2026-10-02", "2026-10-02"]);
  });
});
