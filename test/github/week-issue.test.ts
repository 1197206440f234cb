import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { neededAccess } from "../../src/github/self-check/needed-access.ts";
import type { StandInOptions } from "../stand-in/stand-in.ts";
import { type Desk, openDesk, owners, policy } from "./desk.ts";
import { type Running, startRunning } from "./running-app.ts";

vi.setConfig({ testTimeout: 120_000 });

const dayMs = 86_400_000;
const needed = Object.fromEntries(neededAccess().permissions) as NonNullable<
  StandInOptions["permissions"]
>;

let running: Running | undefined;
let moment: number;
beforeEach(() => {
  moment = Date.parse("2026-11-30T08:00:00Z");
});
afterEach(async () => {
  expect(running?.github.violations).toEqual([]);
  await running?.close();
});

const held = {
  id: "1",
  connector: "stripe",
  action: "create_refund",
  status: "pending_approval",
  created_at: "2026-11-27T10:00:00Z",
  args: { reason: "<b>@acme/all</b>" },
};
const log = `${JSON.stringify(held)}\n`;
const report = "report: { log: [log/*.jsonl, log/*.csv] }\n";
/** The same call as a row of a table, beside one that waited in the week before. */
const table = `execution_id,action_path,status,created_at,result_summary
2,stripe.create_refund,pending_approval,2026-11-26T10:00:00Z,"{""args_preview"":{""reason"":""fraud""},""args_preview_complete"":true}"
3,stripe.create_refund,pending_approval,2026-11-01T10:00:00Z,
`;

/** A repository whose configuration wants a report, and the app, which is granted this. */
async function start(permissions: StandInOptions["permissions"], config = report): Promise<Desk> {
  const options = permissions === undefined ? {} : { permissions };
  running = await startRunning(options, { now: () => moment, sweepEveryMs: 300 });
  const desk = await openDesk(running.github, {
    organization: "acme",
    config: owners("acme", config),
    files: { "kortix.yaml": policy(), "log/a.jsonl": log, "log/b.csv": table },
  });
  // What a configuration says of reports is looked at once a day, and at the start.
  moment += 60_000;
  await running.restart();
  return desk;
}

async function until(what: () => boolean): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!what() && performance.now() < deadline) await sleep(50);
  expect(what()).toBe(true);
}

const issues = (desk: Desk) => desk.github.issuesOf(desk.repository);
const states = (desk: Desk) =>
  issues(desk).map(
    ({ state, stateReason }) => `${state}${stateReason === null ? "" : `: ${stateReason}`}`,
  );

test("a report is written as an issue, one for each period, and the one before is closed as completed", async () => {
  const desk = await start({ ...needed, issues: "write" });
  await until(() => issues(desk).length === 1);
  const [first] = issues(desk);
  expect(first?.title).toBe("Approvals of a week until 2026-11-27");
  expect(first?.body).toMatch(
    /^<!-- countersign: report after 0 -->\n### 0 of 0 approvals changed on the way\n/,
  );
  expect(first?.body).toContain("`stripe`, rule `stripe.create_refund`");
  expect(first?.body).toContain("2 waited for a person: 0 approved, 0 denied, 2 undecided");
  expect(first?.body).toContain("1 older record left out");
  expect(first?.body).toContain(
    "Of the last 7 days that the log tells of: `log/a.jsonl`, `log/b.csv`.",
  );
  await sleep(1_500);
  expect(states(desk)).toEqual(["open"]);
  moment += 7 * dayMs;
  await until(() => issues(desk).length === 2 && states(desk)[0] !== "open");
  expect(states(desk)).toEqual(["closed: completed", "open"]);
});

test("a report that was written when its instance died is written anew, not twice", async () => {
  const desk = await start({ ...needed, issues: "write" });
  running?.github.faults.next({
    method: "POST",
    path: /\/issues$/,
    answer: "reset",
    applied: true,
    times: 1,
  });
  await until(() => issues(desk).length === 1);
  moment += 3_600_000;
  await sleep(3_000);
  expect(states(desk)).toEqual(["open"]);
  moment += 7 * dayMs;
  await until(() => issues(desk).length === 2 && states(desk)[0] !== "open");
});

test("without the permission nothing is written, and the gate works as ever", async () => {
  const desk = await start(needed);
  await until(() => desk.requests().some(({ path }) => path.endsWith("/issues")));
  const pull = await desk.propose("loosen", { "kortix.yaml": policy({ refund: "always_run" }) });
  await desk.answer(pull, "action_required");
  expect(issues(desk)).toEqual([]);
});

test("nobody who wants no report is asked for one, or gets one", async () => {
  const desk = await start({ ...needed, issues: "write" }, "");
  const pull = await desk.propose("loosen", { "kortix.yaml": policy({ refund: "always_run" }) });
  await desk.answer(pull, "action_required");
  await sleep(1_000);
  expect(desk.requests().filter(({ path }) => path.endsWith("/issues"))).toEqual([]);
});
