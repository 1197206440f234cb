import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Desk, openDesk, type Pull, policy } from "./desk.ts";
import { type Running, startRunning } from "./running-app.ts";

vi.setConfig({ testTimeout: 120_000 });

const loosened = { "kortix.yaml": policy({ refund: "always_run" }) };

let running: Running;
let desk: Desk;
beforeEach(async () => {
  running = await startRunning();
  desk = await openDesk(running.github, { organization: "acme" });
});
afterEach(async () => {
  expect(running.github.violations).toEqual([]);
  await running.close();
});

/** GitHub keeps no deliveries: what is found is found by the sweep alone. */
function withoutRedelivery(): void {
  running.github.faults.next({ path: /^\/app\/hook\/deliveries$/, answer: 404, times: 99 });
}

async function awayDuring(act: () => Promise<unknown>): Promise<void> {
  running.github.deliverTo(null);
  await act();
  await running.restart();
}

describe("what happened while the app was away is found at its start:", () => {
  beforeEach(withoutRedelivery);

  test("a pull request that was opened", async () => {
    let pull: Pull | undefined;
    await awayDuring(async () => {
      pull = await desk.propose("loosen", loosened);
    });
    await desk.answer(
      pull as Pull,
      "action_required",
      "Closed: waiting for the owners of `stripe`",
    );
  });

  test("a push, also where GitHub lists neither installations nor repositories", async () => {
    const pull = await desk.propose("loosen", loosened);
    await desk.settled(pull);
    running.github.faults.next({
      path: /^\/(app\/installations|installation\/repositories)$/,
      answer: 404,
      times: 9,
    });
    await awayDuring(() => desk.push("loosen", { "README.md": "# Other\n" }));
    await desk.answer(pull, "action_required");
  });

  test("a push to one that was open", async () => {
    const pull = await desk.propose("loosen", loosened);
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    await awayDuring(() => desk.push("loosen", { "kortix.yaml": policy({ refund: "block" }) }));
    await desk.answer(pull, "action_required");
  });

  test("a push to the base", async () => {
    const pull = await desk.propose("loosen", loosened);
    await desk.answer(pull, "action_required", "`stripe`");
    await awayDuring(() =>
      running.github.commit({
        repository: desk.repository,
        branch: "main",
        author: "acme-admin",
        files: loosened,
      }),
    );
    await desk.answer(pull, "success");
  });

  test("another base", async () => {
    await running.github.commit({
      repository: desk.repository,
      branch: "elsewhere",
      author: desk.who("lena"),
    });
    const pull = await desk.propose("loosen", loosened, { base: "elsewhere" });
    await desk.answer(pull, "success");
    await awayDuring(() =>
      running.github.editPullRequest(pull, { by: desk.who("nora"), base: "main" }),
    );
    await desk.answer(pull, "action_required");
  });

  test("a dismissal", async () => {
    const pull = await desk.propose("loosen", loosened);
    const review = await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    await awayDuring(() => running.github.dismissReview({ pull, review, by: desk.who("nora") }));
    await desk.answer(pull, "action_required");
  });

  test("a pull request that was closed is not followed any more", async () => {
    const pull = await desk.propose("loosen", loosened);
    await desk.settled(pull);
    await awayDuring(() => running.github.closePullRequest(pull, desk.who("nora")));
    const before = desk.requests().length;
    await desk.judged(pull, () => Promise.resolve());
    await running.restart();
    await sleep(2_000);
    const after = desk.requests().slice(before);
    expect(after.filter(({ path }) => path.endsWith(`/pulls/${pull.number}`))).toHaveLength(1);
  });
});

describe("a delivery that failed", () => {
  test("is asked for again, so that a lost review is witnessed after all", async () => {
    const pull = await desk.propose("loosen", loosened);
    await desk.answer(pull, "action_required");
    await awayDuring(() => desk.approve(pull, "maria"));
    await desk.answer(pull, "success", "approved by `maria-acme`");
  });

  test("is asked for once more in each sweep, and never after it arrived", async () => {
    const pull = await desk.propose("loosen", loosened);
    await desk.settled(pull);
    await awayDuring(() => desk.approve(pull, "maria"));
    await desk.answer(pull, "success");
    await running.restart();
    await sleep(1_500);
    const asked = running.github.requests.filter(({ path }) => path.endsWith("/attempts"));
    expect(asked).toHaveLength(1);
  });

  test("is left alone when GitHub keeps none, and everything else goes on", async () => {
    withoutRedelivery();
    const pull = await desk.propose("loosen", loosened);
    await desk.answer(pull, "action_required");
    await awayDuring(() => desk.approve(pull, "maria"));
    await desk.answer(pull, "action_required", "before Countersign could see it");
  });
});

test("while nothing moves, a sweep is one request a repository", async () => {
  await running.close();
  running = await startRunning({}, { sweepEveryMs: 500 });
  desk = await openDesk(running.github, { organization: "acme" });
  const again = await desk.propose("loosen", loosened);
  await desk.answer(again, "action_required");
  await running.restart();
  await sleep(4_000);
  const from = desk.requests().length;
  await sleep(2_000);
  const sweeps = desk.requests().slice(from);
  expect(sweeps.length).toBeGreaterThan(1);
  expect(new Set(sweeps.map(({ path, query }) => `${path}?${query}`))).toEqual(
    new Set(["/repos/acme/desk/pulls?state=open&per_page=100"]),
  );
});
