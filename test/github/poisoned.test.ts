import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Desk, openDesk, policy } from "./desk.ts";
import { postWebhook } from "./post-webhook.ts";
import { type Running, startRunning } from "./running-app.ts";

vi.setConfig({ testTimeout: 120_000 });

const loosened = { "kortix.yaml": policy({ refund: "always_run" }) };

let running: Running;
let desk: Desk;
let ahead = 0;
beforeEach(async () => {
  ahead = 0;
  running = await startRunning({}, { now: () => Date.now() + ahead });
  desk = await openDesk(running.github, { organization: "acme" });
});
afterEach(() => running.close());

describe("work that fails again and again", () => {
  test("ends as a failed check with an incident, and is judged with the next event", async () => {
    const { github } = running;
    const trees = /^\/repos\/acme\/desk\/git\/trees\//;
    github.faults.next({ path: trees, answer: 404, times: 999 });
    const pull = await desk.propose("loosen", loosened);
    const title = await desk.answer(pull, "failure");
    expect(title).toBe("Closed: could not be judged");
    const { sha } = github.pullRequest(pull).head;
    const summary = () => github.checkRunOf(desk.repository, sha)?.summary ?? "";
    expect(summary()).toMatch(/It is tried again by itself; .*Incident `[0-9a-f]{12}`\./);
    for (let minutes = 0; minutes < 60 && !summary().includes("again and again"); minutes += 1) {
      ahead += 300_000;
      await sleep(1_000);
    }
    expect(summary()).toMatch(/failed again and again.* Incident `[0-9a-f]{12}`\./);
    const attempts = () =>
      github.requests.filter(({ path }) => path === "/repos/acme/desk/pulls/1").length;
    const before = attempts();
    expect(before).toBeGreaterThanOrEqual(10);
    ahead += 900_000;
    await sleep(6_000);
    expect(attempts()).toBe(before);
    github.faults.clear();
    await github.editPullRequest(pull, { by: desk.who("nora"), title: "Again" });
    await desk.answer(pull, "action_required");
  });
});

describe("a delivery that cannot be read", () => {
  const payloadOf = (event: string): Record<string, Record<string, unknown>> => {
    const found = running.github.webhooks.deliveries.findLast((one) => one.event === event);
    return JSON.parse(found?.body ?? "null");
  };
  const broken: Readonly<Record<string, object>> = {
    "no sender": { sender: null },
    "no head": { pull_request: { number: 1, head: null, base: null, user: null } },
    "a name that is no name": { sender: { id: "1", login: "\u0000\ud800\u202e" } },
  };

  for (const [what, fields] of Object.entries(broken)) {
    test(`because it has ${what} is taken in once, and the pull request is judged`, async () => {
      const pull = await desk.propose("loosen", loosened);
      await desk.settled(pull);
      const payload = payloadOf("pull_request");
      const { github } = running;
      await desk.judged(pull, async () => {
        expect(
          await postWebhook(running, "pull_request", {
            ...payload,
            action: "synchronize",
            ...fields,
          }),
        ).toBe(200);
      });
      expect(desk.colours(pull).at(-1)).toBe("action_required");
      expect(github.violations).toEqual([]);
    });
  }

  test("because its repository has no owner is read by its full name", async () => {
    const pull = await desk.propose("loosen", loosened);
    await desk.settled(pull);
    const payload = payloadOf("pull_request");
    await desk.judged(pull, async () => {
      const repository = { ...payload["repository"], owner: null };
      expect(
        await postWebhook(running, "pull_request", {
          ...payload,
          action: "synchronize",
          repository,
        }),
      ).toBe(200);
    });
  });

  test("and that names nothing is taken in, and sets nothing off", async () => {
    expect(await postWebhook(running, "pull_request", { action: "opened" })).toBe(200);
    expect(
      await postWebhook(running, "push", { ref: "refs/heads/main", repository: { id: 1 } }),
    ).toBe(200);
    expect(
      await postWebhook(running, "pull_request_review", { action: "submitted", review: null }),
    ).toBe(200);
  });
});
