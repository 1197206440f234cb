import { describe, expect, test } from "vitest";
import { statsTally } from "../../../src/analysis/simulation/corpus-stats.ts";
import { readCorpusText } from "../../../src/analysis/simulation/read-corpus.ts";
import type { SavedCall } from "../../../src/analysis/simulation/saved-call.ts";

describe("the statistics of a corpus", () => {
  test("count its calls by action, by what is known of them, and when they were made", () => {
    const text = [
      { connector: "a", action: "x", args: { p: 1 }, risk: "read", at: "2026-10-02" },
      { connector: "a", action: "x", args: { p: "[redacted]" }, at: "2026-10-01", count: 2 },
      { connector: "a", action: "y", at: 1_900_000_000, count: 9, expect: "run" },
      { connector: "a", action: "y", at: "2026-10-01T12:00:00Z" },
      { connector: "A" },
    ];
    const tally = statsTally();
    for (const entry of readCorpusText({
      path: "f",
      text: text.map((one) => JSON.stringify(one)).join("\n"),
    })) {
      tally.take(entry);
    }
    const { badLines, ...rest } = tally.result();
    expect(badLines.count).toBe(1);
    expect(rest).toEqual({
      total: { calls: 4, weight: 13 },
      args: {
        known: { calls: 1, weight: 1 },
        masked: { calls: 1, weight: 2 },
        absent: { calls: 2, weight: 10 },
      },
      withoutRisk: { calls: 3, weight: 12 },
      pinned: 1,
      first: "2026-10-01",
      last: 1_900_000_000,
      actions: [
        { connector: "a", action: "y", calls: 2, weight: 10 },
        { connector: "a", action: "x", calls: 2, weight: 3 },
      ],
      others: { calls: 0, weight: 0 },
    });
  });

  test("are as big for many actions as for few, and say nothing of times that are none", () => {
    const tally = statsTally();
    for (let line = 1; line <= 5002; line += 1) {
      const saved: SavedCall = {
        kind: "call",
        call: { connector: "a", action: `x${line}` },
        count: 1,
        file: "f",
        line,
      };
      tally.take(line < 3 ? { ...saved, at: "once" } : saved);
    }
    const { actions, others, first, last } = tally.result();
    expect([actions.length, others.calls, first, last]).toEqual([5000, 2, "once", "once"]);
  });
});
