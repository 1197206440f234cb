import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { weekTally } from "../../src/analysis/approval-week/approval-week.ts";
import { readLogRecord } from "../../src/analysis/platform-log/read-log-record.ts";
import { readPolicy } from "../../src/policy/dialects/kortix/read-policy.ts";
import type { Policy } from "../../src/policy/policy.ts";
import { comparableArguments } from "../../src/report/comparable-arguments.ts";
import { shownNote } from "../../src/report/denial-note.ts";
import { documentText } from "../../src/report/document/document-text.ts";
import { plain } from "../../src/report/document/paint.ts";
import { weekJson } from "../../src/report/json/week-json.ts";
import { spanWords } from "../../src/report/span-words.ts";
import { weekBlocks } from "../../src/report/week-report.ts";

const read = (text: string): Policy => {
  const { value } = readPolicy(text);
  if (value === undefined) throw new Error("no policy");
  return value;
};

const policy = read(`
kortix_version: 2
policies:
  - { match: a.x, action: require_approval, conditions: [{ arg: n, match: "*" }, { arg: token, match: "*" }] }
`);

test.each([
  [0, "0s"],
  [59, "59s"],
  [60, "1m"],
  [3_661, "1h 1m"],
  [90_000, "1d 1h"],
])("%i seconds are %s", (seconds, text) => {
  expect(spanWords(seconds)).toBe(text);
});

test.each([
  ["too much", "too much"],
  ["ask jane.doe@example.com", "ask redacted@example.com"],
  ["use sk_live_abcdef", "[redacted]"],
  ["x ".repeat(100), `${"x ".repeat(79)}x…`],
])("of the message %j is shown %j", (note, shown) => {
  expect(shownNote(note)).toBe(shown);
});

describe("arguments that can be compared", () => {
  const compared = (args: Record<string, never> | object): object =>
    Object.fromEntries(
      comparableArguments(
        { connector: "a", action: "x", args: args as Record<string, string> },
        { policies: [policy], redact: [] },
      ),
    );
  test.each([
    ["that a condition reads", { n: "1", other: "private" }, { n: '"1"' }],
    ["that are no credential", { n: 1, token: "abc" }, { n: "1" }],
    ["that no log masked", { n: "[redacted]" }, {}],
    ["that are whole", { n: "x".repeat(100) }, {}],
    ["that are no list, map or null", { n: ["1"] }, {}],
    ["that are there", {}, {}],
  ])("are those %s", (_, args, expected) => {
    expect(compared(args)).toEqual(expected);
  });
});

describe("the report", () => {
  const denied = (note: string, by: string): object => ({
    action_path: "a.x",
    status: "denied",
    result_summary: { decision: "deny", decision_note: note, decided_by: by },
  });
  const week = (records: readonly object[]) => {
    const tally = weekTally({ shown: () => new Map() });
    for (const value of records) tally.take(readLogRecord(value, { file: "log", line: 1 }));
    return tally.result();
  };

  test("keeps whatever a message says on its one line", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (note) => {
        const text = documentText(weekBlocks(week([denied(`!${note}`, "u1")])), plain);
        expect(text.split("\n").length).toBe(5);
        expect(text).toMatch(/^[\P{C}\n]*$/u);
      }),
    );
  });

  test("names no one by an address, as text or JSON", () => {
    const found = week([
      denied("no", "jane@example.com"),
      { action_path: "a.x", status: "pending_approval", acting_user_id: "joe@example.com" },
    ]);
    for (const text of [documentText(weekBlocks(found), plain), JSON.stringify(weekJson(found))]) {
      expect(text).not.toMatch(/jane@|joe@/);
      expect(text.match(/redacted@example\.com/g)?.length).toBe(2);
    }
  });

  test("lists at most 50 groups, and five of those who launched calls", () => {
    const pending = (action: number, user: number): object => ({
      action_path: `a.x${action}`,
      status: "pending_approval",
      acting_user_id: `u${user}`,
    });
    const users = [1, 2, 3, 4, 5, 6, 7].map((user) => pending(0, user));
    const others = Array.from({ length: 51 }, (_, index) => pending(index + 1, 1));
    const text = documentText(weekBlocks(week([...users, ...others])), plain);
    expect(text).toContain("`u5` (1), 2 more\n");
    expect(text).toContain("- and 2 more\n");
  });

  test("says what keeps it from being exact", () => {
    const found = { ...week([]), disordered: 2, givenUp: 1 };
    const text = documentText(weekBlocks(found), plain);
    expect(text).toContain(
      "- the log is not in the order of time: 2 records are older than one before, so what became of held calls may be told wrong; sort it\n",
    );
    expect(text).toContain(
      "- 1 held call given up before the log ended, because too many waited at a time; ask about a shorter time\n",
    );
  });

  test("names every rule that may hold a call of which a log masked what they read", () => {
    const rules = read(`
policies:
  - { match: a.x, action: require_approval, conditions: [{ arg: n, match: "1" }] }
  - { match: a.x, action: require_approval }
`);
    const tally = weekTally({ policy: rules, shown: () => new Map() });
    const held = { action_path: "a.x", status: "pending_approval" };
    tally.take(readLogRecord(held, { file: "log", line: 1 }));
    const found = tally.result();
    expect(documentText(weekBlocks(found), plain)).toContain(
      "- `a`, rule `a.x` line 4 or rule `a.x` line 3 (the log masked which): 1 call held",
    );
    expect(weekJson(found).groups[0]?.perhaps?.map(({ line }) => line)).toEqual([3]);
  });

  test("says what it could not place", () => {
    const many = Array.from({ length: 1_001 }, (_, index) => ({
      action_path: `a.x${index}`,
      status: "pending_approval",
    }));
    const stray = { action: "connector.approval.denied", outcome: "success" };
    const text = documentText(weekBlocks(week([...many, stray])), plain);
    expect(text).toContain("- and 1 held call of other groups\n");
    expect(text).toContain("- 1 decision about calls that the log does not name\n");
  });
});
