import { describe, expect, test } from "vitest";
import { heldCalls } from "../../../src/analysis/approval-week/held-calls.ts";
import { approved, at, carryOver, ends, entries, pending, ran, record } from "./log-records.ts";

const seconds = 300;
const way = (name: string): object => ({ kind: "approved", way: name, seconds });
const event = (decision: string, rest: object = {}): object => ({
  action: `connector.approval.${decision}`,
  resource_type: "connector_approval",
  outcome: "success",
  resource_id: "h",
  timestamp: at("09:01:00"),
  metadata: { action_path: "a.x", decision_note: "no", ...rest },
});

describe("the way of an approved call", () => {
  test.each([
    [
      "the platform carried the approval over",
      [approved(), carryOver(), ran("09:06:00")],
      ["as-it-came"],
    ],
    [
      "the run has the same digest",
      [approved({ request_digest: "d" }), ran("09:06:00", { request_digest: "d" })],
      ["as-it-came"],
    ],
    [
      "the run has the same arguments",
      [approved(), ran("09:06:00", { args: { n: 1 } })],
      ["as-it-came"],
    ],
    [
      "the run has other arguments, and is the approval's",
      [approved(), carryOver(), ran("09:06:00", { args: { n: 2 } })],
      ["changed"],
    ],
    ["the run tells nothing", [approved(), ran("09:06:00")], ["not-told"]],
    [
      "what was approved is masked",
      [approved({}, { n: "[redacted]" }), ran("09:06:00", { args: { n: 1 } })],
      ["not-told"],
    ],
    [
      "nothing has a time",
      [approved({ created_at: null, resolved_at: null }), ran("09:06:00")],
      ["not-told"],
    ],
    ["no run comes", [approved()], ["not-run"]],
  ])("%s", (_, records, [name]) => {
    expect(ends(records)).toEqual([expect.objectContaining({ kind: "approved", way: name })]);
  });

  test("is changed when another request of the session runs instead", () => {
    const records = [approved(), ran("09:06:00", { args: { n: 2 } })];
    expect(ends(records)).toEqual(["other", way("changed")]);
  });

  test("is not changed when its own run still comes", () => {
    const records = [
      approved({ request_digest: "d" }),
      ran("09:06:00", { request_digest: "e" }),
      carryOver(),
      ran("09:07:00", { request_digest: "d" }),
    ];
    expect(ends(records)).toEqual(["other", way("as-it-came")]);
  });

  test.each([
    ["before the decision", ran("09:04:00")],
    ["after the quarter of an hour that an approval lasts", ran("09:21:00")],
    ["in another session", ran("09:06:00", { session_id: "t" })],
  ])("takes no run %s", (_, run) => {
    expect(ends([approved(), run])).toEqual(["other", way("not-run")]);
  });

  test("goes to the same request first, whichever was approved first", () => {
    const records = [
      approved({ execution_id: "h1" }, { n: 1 }),
      approved({ execution_id: "h2", resolved_at: at("09:03:00") }, { n: 2 }),
      carryOver(),
      ran("09:06:00", { args: { n: 2 } }),
    ];
    expect(ends(records)).toEqual([
      { kind: "approved", way: "as-it-came", seconds: 180 },
      way("not-run"),
    ]);
  });
});

describe("a held call", () => {
  test("is undecided when nobody decided, since its time to the newest record", () => {
    expect(ends([pending(), ran("10:00:00", { session_id: "t" })])).toEqual([
      "other",
      { kind: "undecided", seconds: 3600 },
    ]);
  });

  test("has no time to a decision that is before it", () => {
    expect(ends([approved({ resolved_at: at("08:00:00") })])).toEqual([
      { kind: "approved", way: "not-run" },
    ]);
  });

  test("is denied, by whom and with what message", () => {
    const denied = record(
      { status: "denied", created_at: at("09:00:00"), resolved_at: at("09:00:10") },
      { decision: "deny", decided_by: "u2", decision_note: "too much" },
    );
    expect(ends([denied])).toEqual([{ kind: "denied", seconds: 10, by: "u2", note: "too much" }]);
    expect(ends([record({ status: "denied" }, { decision: "deny" })])).toEqual([
      { kind: "denied" },
    ]);
  });

  test("is decided by the event of its execution, before or after it", () => {
    const held = pending({ execution_id: "h" });
    const denied = { kind: "denied", seconds: 60, note: "no" };
    expect(ends([held, event("denied")])).toEqual([denied]);
    expect(ends([event("denied"), held])).toEqual([denied]);
    expect(ends([held, event("approved"), carryOver(), ran("09:06:00")])).toEqual([
      { kind: "approved", way: "as-it-came", seconds: 60 },
    ]);
  });

  test("that its own record tells to be decided is so once", () => {
    expect(ends([pending({ execution_id: "h" }), approved(), event("approved")])).toEqual([
      way("not-run"),
    ]);
  });

  test("is followed among so many; the oldest is then given up, and said so", () => {
    const many = [1, 2, 3].map((execution_id) => pending({ execution_id }));
    const following = heldCalls(({ trail }) => trail.execution, 2);
    const early = entries(many).flatMap((entry) =>
      entry.kind === "bad-line" ? [] : following.take(entry),
    );
    const end = { kind: "undecided", seconds: 0 };
    expect(early).toEqual([{ kind: "held", kept: "1", end }]);
    expect(following.end().map(({ kept }) => kept)).toEqual(["2", "3"]);
    expect(following.givenUp).toBe(1);
  });
});

describe("the log", () => {
  test("may name decisions about calls that it does not hold", () => {
    const following = heldCalls(() => undefined);
    for (const entry of entries([event("denied"), { ...event("denied"), resource_id: null }])) {
      if (entry.kind !== "bad-line") following.take(entry);
    }
    expect(following.strayDecisions).toBe(2);
  });

  test("may hold a run of an approval that is older than itself, which is no other call", () => {
    expect(ends([carryOver(), ran("09:00:00"), ran("09:01:00")])).toEqual(["other"]);
  });

  test("remembers at most 10,000 announcements of a run", () => {
    const many = Array.from({ length: 10_001 }, (_, index) => carryOver({ session_id: index }));
    const runs = [0, 1].map((session_id) => ran("09:00:00", { session_id }));
    expect(ends([...many, ...runs])).toEqual(["other"]);
  });

  test("passes on what is blocked, and leaves events alone that are no call", () => {
    const blocked = record({ status: "denied" }, { reason: "policy_block" });
    expect(ends([blocked, { action: "project.update", outcome: "success" }])).toEqual(["other"]);
  });
});
