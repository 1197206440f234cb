import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpointClass } from "../../src/github/metrics/endpoint-class.ts";
import { createMetrics } from "../../src/github/metrics/metrics.ts";
import { type Desk, openDesk, type Pull, policy } from "./desk.ts";
import { type Running, startRunning } from "./running-app.ts";

let running: Running;
let desk: Desk;
let pull: Pull;
beforeAll(async () => {
  running = await startRunning();
  desk = await openDesk(running.github, { organization: "acme" });
  pull = await desk.propose("loosen", { "kortix.yaml": policy({ refund: "always_run" }) });
  await desk.answer(pull, "action_required");
  await desk.approve(pull, "maria");
  await desk.answer(pull, "success");
  await desk.settled(pull);
}, 60_000);
afterAll(() => running.close());

async function page(): Promise<string> {
  const answer = await fetch(`${running.url()}/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  return await answer.text();
}

/** The value of a metric with exactly these labels. */
function valueIn(text: string, name: string): number {
  const line = text.split("\n").find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length));
}

describe("/metrics", () => {
  test("counts deliveries, verdicts, requests and work", async () => {
    const text = await page();
    const value = (name: string): number => valueIn(text, `countersign_${name}`);
    expect(value('deliveries_total{event="pull_request.opened",result="accepted"}')).toBe(1);
    expect(value('deliveries_total{event="other",result="ignored"}')).toBeGreaterThan(0);
    expect(value('verdicts_total{conclusion="success"}')).toBeGreaterThan(0);
    expect(value('verdicts_total{conclusion="action_required"}')).toBeGreaterThan(0);
    expect(value('github_requests_total{endpoint="checks",status="201"}')).toBe(1);
    expect(value('evaluation_seconds_count{kind="pull-request"}')).toBeGreaterThan(1);
    expect(value('work{state="due"}')).toBe(0);
    expect(value("work_oldest_due_seconds")).toBe(0);
    expect(value("github_requests_left")).toBe(4999);
    expect(value("store_up")).toBe(1);
    expect(value("store_outages_total")).toBe(0);
    expect(value("incidents_total")).toBe(0);
    expect(text).toContain("process_cpu_seconds_total");
  });

  test("holds no name of anybody or anything", async () => {
    const text = await page();
    for (const name of ["acme", "desk", "maria", "nora", "stripe", "loosen"]) {
      expect(text).not.toContain(name);
    }
  });

  test("is read, not written", async () => {
    expect((await fetch(`${running.url()}/metrics`, { method: "POST" })).status).toBe(404);
  });
});

test("while the store is away, what it would tell is left out", async () => {
  const gone = (): Promise<never> => Promise.reject(new Error("gone"));
  const metrics = createMetrics({
    backlog: gone,
    requestsLeft: () => undefined,
    setupProblems: gone,
  });
  metrics.store(false);
  metrics.verdict("a word from outside");
  const { text } = await metrics.page();
  expect(valueIn(text, "countersign_store_up")).toBe(0);
  expect(valueIn(text, "countersign_store_outages_total")).toBe(1);
  expect(text).not.toMatch(/^countersign_work\{/m);
  expect(text).not.toContain("a word from outside");
});

test.each([
  ["https://api.github.com/repos/a/b/pulls/1/reviews?per_page=100", "reviews"],
  ["https://api.github.com/repos/a/b/pulls?state=open", "pulls"],
  ["https://ghe.example/api/v3/repos/a/b/check-runs/7", "checks"],
  ["https://ghe.example/api/graphql", "graphql"],
  ["https://api.github.com/app/installations/7/access_tokens", "token"],
  ["https://api.github.com/app/hook/deliveries/7/attempts", "deliveries"],
  ["https://api.github.com/app", "app"],
  ["https://api.github.com/installation/repositories", "app"],
  ["https://api.github.com/repos/a/b/issues/1/comments", "comments"],
  ["https://api.github.com/repos/a/b/git/trees/x", "git"],
  ["https://api.github.com/repos/a/b/compare/x...y", "commits"],
  ["https://api.github.com/repos/a/b/rules/branches/main", "rules"],
  ["https://api.github.com/orgs/a/teams/b", "people"],
  ["https://api.github.com/repos/a/b/collaborators/c/permission", "people"],
  ["https://api.github.com/repos/a/b", "repository"],
  ["https://api.github.com/zen", "other"],
])("a request to %s is of the kind %s", (url, kind) => {
  expect(endpointClass(url)).toBe(kind);
});
