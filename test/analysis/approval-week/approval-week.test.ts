import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type ApprovalGroup,
  isFormality,
} from "../../../src/analysis/approval-week/approval-group.ts";
import {
  type ApprovalWeek,
  type WeekQuestion,
  weekTally,
} from "../../../src/analysis/approval-week/approval-week.ts";
import { idleRules } from "../../../src/analysis/approval-week/idle-rules.ts";
import { newestMoment, readSince } from "../../../src/analysis/approval-week/since.ts";
import { splitSearch } from "../../../src/analysis/approval-week/splitting-value.ts";
import { actionTally } from "../../../src/analysis/approval-week/unruled-actions.ts";
import { waitingTimes } from "../../../src/analysis/approval-week/waiting-times.ts";
import { readPolicy } from "../../../src/policy/dialects/kortix/read-policy.ts";
import type { Policy } from "../../../src/policy/policy.ts";
import { approved, at, entries, pending, ran, record } from "./log-records.ts";

const none = new Map<string, string>();

function week(records: readonly object[], question: Partial<WeekQuestion> = {}): ApprovalWeek {
  const tally = weekTally({ shown: () => none, ...question });
  for (const entry of entries(records)) tally.take(entry);
  return tally.result();
}

function policyFrom(text: string): Policy {
  const { value } = readPolicy([{ path: "kortix.yaml", text }]);
  if (value === undefined) throw new Error("no policy");
  return value;
}

describe("a week", () => {
  test("counts no call that the policy did not see, and every bad line", () => {
    const refused = record({ status: "denied" }, { reason: "needs_auth" });
    const { calls, badLines } = week([refused, ran("09:00:00"), { nothing: 1 }]);
    expect([calls, badLines.count]).toEqual([1, 1]);
  });

  test("begins where it is asked to, and leaves out what has no time", () => {
    const records = [ran("08:00:00"), ran("09:00:00"), record({}, { http_status: 200 })];
    const { calls, older, undated } = week(records, { from: Date.parse(at("08:30:00")) });
    expect([calls, older, undated]).toEqual([1, 1, 1]);
  });

  test("notices a log that is not in the order of time", () => {
    const times = ["09:00:00", "08:59:30", "08:58:00", "09:01:00"];
    expect(week(times.map((time) => ran(time))).disordered).toBe(1);
  });

  test("tells at most 1,000 groups apart, the most held first", () => {
    const many = Array.from({ length: 1_001 }, (_, index) =>
      pending({ action_path: `a.x${index}` }),
    );
    const { groups, otherHeld } = week([...many, pending({ action_path: "a.x7" })]);
    expect([groups.length, groups[0]?.action, otherHeld]).toEqual([1_000, "x7", 1]);
  });

  test("under a manifest counts by rule, and says which rules decided nothing and why", () => {
    const policy = policyFrom(`
kortix_version: 2
connectors: [{ slug: a, provider: http, base_url: "https://a.example" }]
policies:
  - { match: a.x, action: require_approval, conditions: [{ arg: n, match: "1" }] }
  - { match: a.y, action: block }
  - { match: a.x, action: require_approval }
  - { match: a.x, action: block }
`);
    const { groups, ruled } = week(
      [approved(), pending({ execution_id: "p" }), ran("09:01:00", { action_path: "a.z" })],
      { policy },
    );
    const named = groups.map(({ decider, held, perhaps }) => [
      decider?.rule?.line,
      perhaps?.map(({ line }) => line),
      decider?.effect,
      held,
    ]);
    expect(named).toEqual([
      [5, undefined, "require_approval", 1],
      [7, [5], "require_approval", 1],
    ]);
    expect(ruled?.idle.map(({ rule, can, perhaps }) => [rule.line, can, perhaps])).toEqual([
      [6, "decide", false],
      [7, "decide", true],
      [8, "not-decide", false],
    ]);
    expect(ruled?.unruled.map(({ call, calls }) => [call, calls])).toEqual([["a.z", 1]]);
    expect(ruled?.ttl).toBe(86_400);
  });

  test("counts what cannot be decided, and does not call its rule idle for sure", () => {
    const policy = policyFrom(`
kortix_version: 2
connectors: [{ slug: a, provider: http, base_url: "https://a.example" }]
policies: [{ match: a.x, action: block, conditions: [{ arg: n, match: "1" }] }]
`);
    const { ruled } = week([ran("09:00:00")], { policy });
    expect([ruled?.undecidable.calls, ruled?.missing.map(({ arg }) => arg)]).toEqual([1, ["n"]]);
    expect(ruled?.idle.map(({ perhaps }) => perhaps)).toEqual([true]);
  });
});

test("a rule whose reach could not be proved within the budget is said to be so", () => {
  const policy = policyFrom("kortix_version: 2\npolicies: [{ match: a.x, action: block }]\n");
  const [idle] = idleRules(policy, new Set(), new Set(), { steps: 0 });
  expect([idle?.rule.match, idle?.can]).toEqual(["a.x", "unknown"]);
});

describe("a group", () => {
  test("has expired what waits longer than the manifest's time, as far as times are known", () => {
    const policy = policyFrom(
      "kortix_version: 2\napprovals: { ttl: 1h }\npolicies: [{ match: a.x, action: require_approval }]\n",
    );
    const records = [
      pending({ execution_id: 1, created_at: at("09:00:00") }),
      pending({ execution_id: 2, created_at: at("10:00:00") }),
      pending({ execution_id: 3, created_at: null }),
      ran("11:00:00", { action_path: "a.z" }),
    ];
    const [group] = week(records, { policy }).groups;
    expect([group?.undecided, group?.expired]).toEqual([3, 1]);
  });

  test("has the value that tells its approved calls from its denied ones", () => {
    const denied = record(
      { status: "denied" },
      { decision: "deny", args_preview: { n: 2 }, args_preview_complete: true },
    );
    const shown: WeekQuestion["shown"] = ({ args }) =>
      new Map([["n", JSON.stringify(args?.["n"])]]);
    const [group] = week([approved(), denied], { shown }).groups;
    expect(group?.split).toEqual({ arg: "n", value: "1", all: "approved" });
  });

  test("keeps the first five messages of denials, and who launched at most 100 undecided calls", () => {
    const denied = Array.from({ length: 7 }, (_, index) =>
      record({ status: "denied" }, { decision: "deny", decision_note: `no ${index}` }),
    );
    const signed = record(
      { status: "denied" },
      { decision: "deny", decided_by: "u1", decision_note: "never" },
    );
    expect(week([signed]).groups[0]?.denials).toEqual([{ by: "u1", note: "never" }]);
    const silent = record({ status: "denied" }, { decision: "deny" });
    const open = Array.from({ length: 101 }, (_, index) =>
      pending({ acting_user_id: `u${index}` }),
    );
    const [group] = week([
      ...denied,
      silent,
      ...open,
      pending({ acting_user_id: "u7" }),
      pending(),
    ]).groups;
    expect(group?.denials.map(({ note }) => note)).toEqual([
      "no 0",
      "no 1",
      "no 2",
      "no 3",
      "no 4",
    ]);
    expect([group?.waitedFor.length, group?.waitedFor[0]]).toEqual([
      100,
      { caller: "u7", calls: 2 },
    ]);
  });

  test.each<[string, Partial<ApprovalGroup>, boolean]>([
    ["three approvals and nothing else", {}, true],
    ["two approvals", { approved: 2 }, false],
    ["a denial", { denied: 1 }, false],
    [
      "a change on the way",
      { ways: { "as-it-came": 2, changed: 1, "not-told": 0, "not-run": 0 } },
      false,
    ],
    [
      "a rule that asks nobody now",
      { decider: { effect: "always_run", source: "allow_all" } },
      false,
    ],
    [
      "a rule that still asks",
      { decider: { effect: "require_approval", source: "risk_default" } },
      true,
    ],
  ])("with %s", (_, difference, expected) => {
    const group: ApprovalGroup = {
      connector: "a",
      held: 3,
      approved: 3,
      denied: 0,
      undecided: 0,
      ways: { "as-it-came": 3, changed: 0, "not-told": 0, "not-run": 0 },
      denials: [],
      waitedFor: [],
      ...difference,
    };
    expect(isFormality(group)).toBe(expected);
  });
});

describe("a splitting value", () => {
  const found = (calls: readonly (readonly ["approved" | "denied", Record<string, string>])[]) => {
    const search = splitSearch();
    for (const [end, shown] of calls) search.take(end, new Map(Object.entries(shown)));
    return search.result();
  };
  test.each([
    [
      "what all denied calls have",
      [
        ["approved", { a: "1" }],
        ["denied", { a: "2" }],
        ["approved", { a: "3" }],
      ],
      { arg: "a", value: "2", all: "denied" },
    ],
    [
      "what all approved calls have",
      [
        ["approved", { a: "1" }],
        ["denied", { a: "2" }],
        ["denied", { a: "3" }],
      ],
      { arg: "a", value: "1", all: "approved" },
    ],
    [
      "the first by name",
      [
        ["approved", { b: "1", a: "1" }],
        ["denied", { b: "2", a: "2" }],
      ],
      { arg: "a", value: "1", all: "approved" },
    ],
    [
      "none where both have it",
      [
        ["approved", { a: "1" }],
        ["denied", { a: "1" }],
      ],
      undefined,
    ],
    [
      "none where the value of a call is not known",
      [
        ["approved", {}],
        ["denied", { a: "1" }],
      ],
      undefined,
    ],
    ["none where nothing was denied", [["approved", { a: "1" }]], undefined],
    [
      "none of an argument that hardly comes twice",
      [["denied", { a: "1" }], ...["2", "3", "4", "5"].map((a) => ["approved", { a }] as const)],
      undefined,
    ],
    ["none where nothing was approved", [["denied", { a: "1" }]], undefined],
  ] as const)("is %s", (_, calls, expected) => {
    expect(found(calls)).toEqual(expected);
  });

  test("is none of an argument with more than 100 values", () => {
    const many = Array.from({ length: 101 }, (_, n) => ["approved", { a: String(n) }] as const);
    expect(found([...many, ["denied", { a: "1000" }]])).toBeUndefined();
  });

  test("tells all calls apart by itself", () => {
    const end = fc.constantFrom("approved" as const, "denied" as const);
    const call = fc.tuple(
      end,
      fc.record({ a: fc.constantFrom("1", "2"), b: fc.constantFrom("1", "2") }),
    );
    fc.assert(
      fc.property(fc.array(call), (calls) => {
        const split = found(calls);
        if (split === undefined) return;
        for (const [one, args] of calls) {
          const has = args[split.arg as "a" | "b"] === split.value;
          expect(one === split.all).toBe(has);
        }
      }),
    );
  });
});

describe("waiting times", () => {
  test("are none of nothing", () => {
    expect(waitingTimes(new Map(), 60)).toBeUndefined();
  });

  test("have the median of a sorted list, and count what is later than allowed", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { minLength: 1 }), fc.nat(20), (list, ttl) => {
        const counts = new Map<number, number>();
        for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
        const sorted = list.toSorted((one, other) => one - other);
        expect(waitingTimes(counts, ttl)).toEqual({
          known: list.length,
          median: sorted[Math.ceil(list.length / 2) - 1],
          longest: sorted.at(-1),
          late: list.filter((one) => one > ttl).length,
        });
      }),
    );
    expect(waitingTimes(new Map([[5, 1]]), undefined)).toEqual({ known: 1, median: 5, longest: 5 });
  });
});

test("calls that no rule decides are told apart for 500 actions, and counted beyond", () => {
  const tally = actionTally();
  const decision = { effect: "always_run", source: "allow_all", because: "", trace: [] } as const;
  for (let index = 0; index < 503; index += 1) {
    tally.take({ connector: "a", action: `x${index}` }, decision);
  }
  const side = { effect: "always_run", source: "allow_all" };
  expect(tally.result()[0]).toEqual({ side, calls: 3 });
  expect(tally.result().length).toBe(501);
});

describe("since", () => {
  test.each([
    ["7d", { kind: "before-newest", seconds: 604_800 }],
    ["2026-10-01", { kind: "moment", at: Date.UTC(2026, 9, 1) }],
    ["yesterday", undefined],
  ])("%s", (text, expected) => {
    expect(readSince(text)).toEqual(expected);
  });

  test("is counted from the newest record, wherever it stands", async () => {
    const records = [ran("09:00:00"), ran("10:00:00"), ran("08:00:00"), record({}), { nothing: 1 }];
    async function* all() {
      yield entries(records);
    }
    expect(await newestMoment(all())).toBe(Date.parse(at("10:00:00")));
  });
});
