import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compaction } from "../../../src/analysis/compaction/compaction.ts";
import { type Holds, holdTally } from "../../../src/analysis/simulation/holds.ts";
import { readCorpusText } from "../../../src/analysis/simulation/read-corpus.ts";
import type { SavedCall } from "../../../src/analysis/simulation/saved-call.ts";
import { simulate } from "../../../src/analysis/simulation/simulate.ts";
import { policyOf } from "../literal-policy.ts";
import { smallCall, smallPolicy } from "../random-calls.ts";

const base = policyOf({ rules: [["stripe.*", "require_approval"]] });
const head = policyOf({
  rules: [
    ["stripe.*", "always_run", { reason: "duplicate" }],
    ["stripe.*", "require_approval"],
    ["github.*", "require_approval"],
  ],
});

/** The holds of calls, each in short: `stripe`, and what else its record says. */
function holds(...records: readonly object[]): Holds {
  const lines = records.map((record) =>
    JSON.stringify({ connector: "stripe", action: "x", args: {}, ...record }),
  );
  return simulate(base, head, readCorpusText({ path: "f", text: lines.join("\n") })).holds;
}

const monday = { at: "2026-10-05T09:00:00Z" };
const sunday = { at: "2026-10-11T17:00:00Z" };
const duplicate = { args: { reason: "duplicate" } };
const github = { connector: "github" };

describe("held calls", () => {
  test("are counted by connector, before and after, over the whole days from the first to the last call", () => {
    expect(holds(monday, { ...duplicate, ...monday }, { ...github, ...sunday })).toEqual({
      connectors: [
        { connector: "github", before: 0, after: 1 },
        { connector: "stripe", before: 2, after: 1 },
      ],
      others: { before: 0, after: 0 },
      days: 7,
      undated: { calls: 0, weight: 0 },
    });
  });

  test("cover the time of calls that nobody holds too", () => {
    expect(holds(monday, { ...sunday, connector: "slack" }).days).toBe(7);
  });

  test("leave calls without a time out where others have one, and say how many", () => {
    const { connectors, undated } = holds(monday, sunday, { count: 5 });
    expect(connectors).toEqual([{ connector: "stripe", before: 2, after: 2 }]);
    expect(undated).toEqual({ calls: 1, weight: 5 });
    expect(holds(monday, sunday, github).connectors.map(({ connector }) => connector)).toEqual([
      "stripe",
    ]);
  });

  test.each([
    ["no call has a time", [{}, { count: 2 }], 3],
    ["the calls were made in less than a day", [monday, { at: "2026-10-06T08:59:59Z" }], 2],
    [
      "a line says only when the last of its calls was made",
      [monday, sunday, { ...monday, count: 3 }],
      5,
    ],
  ])("have no rate where %s; then all are counted", (_, records, before) => {
    const { days, connectors, undated } = holds(...records);
    expect({ days, before: connectors[0]?.before, undated: undated.calls }).toEqual({
      days: undefined,
      before,
      undated: 0,
    });
  });

  test("have a rate where a line of several calls says when the first was made", () => {
    const { days, connectors } = holds({ ...sunday, first_at: monday.at, count: 41 });
    expect({ days, connectors }).toEqual({
      days: 7,
      connectors: [{ connector: "stripe", before: 41, after: 41 }],
    });
  });

  test("are not those that cannot be decided", () => {
    const masked = { args: { reason: "[redacted]" } };
    expect(holds(monday, { ...masked, at: "2026-12-01" })).toMatchObject({
      connectors: [{ connector: "stripe", before: 1, after: 1 }],
      days: undefined,
    });
  });

  test("of too many connectors are counted together", () => {
    const tally = holdTally(1);
    for (const connector of ["a", "b", "c", "a"]) {
      const call = { connector, action: "x" };
      tally.take({ kind: "call", call, count: 2, file: "f", line: 1 }, "require_approval", "block");
    }
    expect(tally.result()).toMatchObject({
      connectors: [{ connector: "a", before: 4, after: 0 }],
      others: { before: 4, after: 0 },
    });
  });

  test("of a compacted log are those of the log", () => {
    const dated = fc.array(
      fc.tuple(smallCall, fc.integer({ min: 0, max: 29 })).map(
        ([call, day]): SavedCall => ({
          ...call,
          count: 1,
          at: `2026-10-${String(day + 1).padStart(2, "0")}`,
        }),
      ),
      { maxLength: 25 },
    );
    fc.assert(
      fc.property(smallPolicy, smallPolicy, dated, (one, other, calls) => {
        const running = compaction([one, other]);
        const compact = [...calls.flatMap((call) => running.take(call)), ...running.end()];
        expect(simulate(one, other, compact).holds).toEqual(simulate(one, other, calls).holds);
      }),
    );
  });
});
