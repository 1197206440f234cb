import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compaction } from "../../../src/analysis/compaction/compaction.ts";
import { momentOf } from "../../../src/analysis/simulation/moment.ts";
import type { SavedCall } from "../../../src/analysis/simulation/saved-call.ts";
import { simulate } from "../../../src/analysis/simulation/simulate.ts";
import type { SimulatedChange, Simulation } from "../../../src/analysis/simulation/simulation.ts";
import type { Tally } from "../../../src/analysis/simulation/tally.ts";
import type { Policy } from "../../../src/policy/policy.ts";
import { policyOf } from "../literal-policy.ts";
import { smallCorpus, smallPolicy } from "../random-calls.ts";

function compacted(
  calls: readonly SavedCall[],
  policies: readonly Policy[],
  limits?: Parameters<typeof compaction>[1],
): readonly SavedCall[] {
  const running = compaction(policies, limits);
  return [...calls.flatMap((call) => running.take(call)), ...running.end()];
}

const weight = (tally: Tally): number => tally.weight;
const group = ({ connector, from, to, lastSeen, ...tally }: SimulatedChange): string =>
  JSON.stringify([
    connector,
    from,
    to,
    lastSeen === undefined ? null : momentOf(lastSeen),
    tally.weight,
  ]);

/** All that a replay counts of real calls. */
function said(simulation: Simulation): unknown {
  const { total, matrix, changed, presumed, undecidable, indeterminate } = simulation;
  const cells = Object.entries(matrix).flatMap(([base, row]) =>
    Object.entries(row).map(([head, cell]) => [base, head, cell.weight]),
  );
  return {
    cells,
    tallies: [total, changed, presumed, undecidable, indeterminate].map(weight),
    groups: simulation.groups.map(group).sort(),
    indeterminate: simulation.indeterminateGroups.map(group).sort(),
    missing: simulation.missing.map(({ calls: _, ...one }) => JSON.stringify(one)).sort(),
    expectations: simulation.expectations,
  };
}

const saved = (args: object | undefined, rest: Partial<SavedCall> = {}): SavedCall => ({
  kind: "call",
  call: { connector: "a", action: "x", ...(args === undefined ? {} : { args: args as never }) },
  count: 1,
  file: "f",
  line: 1,
  ...rest,
});

describe("a compaction", () => {
  test("replays under its policies as what it was made of", () => {
    fc.assert(
      fc.property(smallPolicy, smallPolicy, smallCorpus, (base, head, calls) => {
        expect(said(simulate(base, head, compacted(calls, [base, head])))).toEqual(
          said(simulate(base, head, calls)),
        );
      }),
      { numRuns: 300 },
    );
  });

  test("without policies replays under any as what it was made of, however little it may hold", () => {
    const limits = fc.record({ shapes: fc.nat(5), characters: fc.nat(300) });
    fc.assert(
      fc.property(smallPolicy, smallPolicy, smallCorpus, limits, (base, head, calls, limit) => {
        expect(said(simulate(base, head, compacted(calls, [], limit)))).toEqual(
          said(simulate(base, head, calls)),
        );
      }),
      { numRuns: 300 },
    );
  });

  test("compacted again is the same", () => {
    fc.assert(
      fc.property(smallPolicy, smallCorpus, (policy, calls) => {
        const once = compacted(calls, [policy]);
        const pinnedFirst = [...once].sort(
          (one, other) => Number(other.expect !== undefined) - Number(one.expect !== undefined),
        );
        expect(compacted(pinnedFirst, [policy])).toEqual(pinnedFirst);
      }),
    );
  });

  test("puts together what no rule tells apart, with the counts and the latest time", () => {
    const policy = policyOf({ rules: [["a.x", "block", { reason: "duplicate" }]] });
    const calls = [
      saved({ reason: "fraud", id: 1 }, { at: "2026-10-01", record: { status: "ok" } }),
      saved({ reason: "duplicate" }, { record: { status: "denied" } }),
      saved({ reason: "other", id: 2 }, { count: 4, at: "2026-10-03", record: { status: "ok" } }),
      saved({ reason: "late" }, { at: "2026-10-02" }),
    ];
    expect(compacted(calls, [policy])).toEqual([
      saved({ reason: "fraud", id: 1 }, { count: 6, at: "2026-10-03" }),
      saved({ reason: "duplicate" }, { record: { status: "denied" } }),
    ]);
    expect(compacted(calls, []).length).toBe(4);
    expect(compacted([saved({ a: 1, b: 2 }), saved({ b: 2, a: 1 })], [])).toEqual([
      saved({ a: 1, b: 2 }, { count: 2 }),
    ]);
  });

  test("tells apart no arguments, no argument and an argument that is masked", () => {
    const policy = policyOf({ rules: [["a.x", "block", { reason: "duplicate" }]] });
    const calls = [
      saved(undefined),
      saved({}),
      saved({ reason: "[redacted]" }),
      saved({ reason: 1 }),
    ];
    expect(compacted(calls, [policy]).map(({ count }) => count)).toEqual([1, 2, 1]);
  });

  test("tells agents and risks apart, and leaves pinned calls as they are", () => {
    const pinned = saved({}, { expect: "run" });
    const call = { connector: "a", action: "x", args: {} };
    const calls = [
      pinned,
      saved({}, { call: { ...call, agent: "" } }),
      saved({}, { call: { ...call, agent: "one" } }),
      saved({}, { call: { ...call, risk: "read" } }),
      saved({}),
      pinned,
    ];
    expect(compacted(calls, [policyOf()]).length).toBe(6);
  });

  test("puts calls together however long they are", () => {
    const long = (at: string): SavedCall => ({
      kind: "call",
      call: { connector: "a", action: "x", args: { text: "x".repeat(1_000) } },
      count: 1,
      at,
      file: "f",
      line: 1,
    });
    const running = compaction([]);
    for (const at of ["2026-10-01", "2026-10-02"]) running.take(long(at));
    expect(running.end().map(({ count, at }) => [count, at])).toEqual([[2, "2026-10-02"]]);
  });

  test("takes a time that is none for the earliest", () => {
    const at = (...times: readonly string[]): unknown =>
      compacted(
        times.map((time) => saved({}, { at: time })),
        [],
      ).map((one) => one.at);
    expect(at("once", "2026-10-01")).toEqual(["2026-10-01"]);
    expect(at("2026-10-01", "once")).toEqual(["2026-10-01"]);
  });

  test("begins a new line where a count would not be exact", () => {
    const counts = compacted([saved({}, { count: 999_999_999 }), saved({}, { count: 2 })], []);
    expect(counts.map(({ count }) => count)).toEqual([999_999_999, 2]);
  });
});
