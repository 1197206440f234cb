import { expect, test } from "vitest";
import { weekTally } from "../../src/analysis/approval-week/approval-week.ts";
import { readLogRecord } from "../../src/analysis/platform-log/read-log-record.ts";
import { phrase } from "../../src/report/document/phrase.ts";
import { weekIssue, weekMarker } from "../../src/report/week-issue.ts";

/** A week with so many actions that each wait for a person. */
function week(actions: number) {
  const tally = weekTally({ shown: () => new Map() });
  for (let index = 0; index < actions; index += 1) {
    const record = {
      id: String(index),
      connector: "stripe",
      action: `${"@acme/all ".repeat(99)}${index}`,
      status: "pending_approval",
      created_at: "2026-11-27T10:00:00Z",
    };
    tally.take(readLogRecord(record, { file: "log", line: index + 1 }, undefined));
  }
  return tally.result();
}

const part = {
  days: 7,
  newest: Date.parse("2026-11-27T10:00:00Z"),
  files: ["log/a.jsonl"],
  faults: [],
};

test("a report is an issue with a title, a mark to be found by, and what it covers", () => {
  const { title, body } = weekIssue(week(1), part, 5);
  expect(title).toBe("Approvals of a week until 2026-11-27");
  expect(body.startsWith(`${weekMarker(5)}\n### 0 of 0 approvals changed on the way\n`)).toBe(true);
  expect(body).toContain("Of the last 7 days that the log tells of: `log/a.jsonl`.");
});

test("a report says which logs could not be read, and names the first of many", () => {
  const files = Array.from({ length: 25 }, (_, index) => `log/${index}.jsonl`);
  const faults = [phrase`Not read: the log ${"mounted:b.jsonl"}, because it is not there.`];
  const { title, body } = weekIssue(week(0), { days: 30, newest: undefined, files, faults }, 0);
  expect(title).toBe("Approvals of 30 days");
  expect(body).toContain("Not read: the log `mounted:b.jsonl`, because it is not there.");
  expect(body).toContain("`log/19.jsonl`, 5 more.");
});

test("a report of a large week fits into an issue, and pings nobody", () => {
  const { body } = weekIssue(week(500), part, 0);
  expect(Buffer.byteLength(body)).toBeLessThan(65_536);
  expect(body.replace(/`[^`]*`/g, "")).not.toContain("@");
});
