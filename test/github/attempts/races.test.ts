import { setTimeout as sleep } from "node:timers/promises";
import { vi } from "vitest";
import { readEnvironment } from "../../../src/github/environment.ts";
import { policy } from "../desk.ts";
import { postWebhook } from "../post-webhook.ts";
import { attempts, loosened } from "./attempt.ts";

const attempt = attempts();

attempt(3, "push while the pull request is judged", async ({ desk, expect, running }) => {
  const pull = await desk.propose("loosen", { "README.md": "# Soon\n" });
  await desk.answer(pull, "success");
  await desk.push("loosen", { "kortix.yaml": policy({ refund: "block" }) });
  await desk.answer(pull, "action_required");
  const judged = desk.github.pullRequest(pull).head.sha;
  const held = running.github.faults.hold({
    method: "GET",
    path: /^\/repos\/attempt-3\/desk\/pulls\/1\/reviews/,
  });
  await desk.approve(pull, "maria");
  await held.arrived;
  const sha = await desk.push("loosen", loosened);
  held.release();
  await desk.answer(pull, "action_required", "approved a different change");
  expect(desk.colours(pull, sha)).not.toContain("success");
  expect(desk.colours(pull, judged)).not.toContain("success");
});

attempt(
  4,
  "dismiss the approval while it is counted",
  async ({ desk, expect, running, propose }) => {
    const pull = await propose();
    const held = running.github.faults.hold({
      method: "PATCH",
      path: /^\/repos\/attempt-4\/desk\/issues\/comments/,
    });
    const review = await desk.approve(pull, "maria");
    await held.arrived;
    await desk.github.dismissReview({ pull, review, by: desk.who("lena") });
    held.release();
    await desk.answer(pull, "action_required", "was dismissed");
    await desk.settled(pull);
    expect(desk.colours(pull)).not.toContain("success");
  },
);

attempt(
  5,
  "two webhooks at once: one judgement after the other, one check run",
  async ({ desk, expect, propose }) => {
    const pull = await propose();
    await Promise.all([
      desk.approve(pull, "maria"),
      desk.approve(pull, "otto"),
      desk.github.editPullRequest(pull, { by: desk.who("nora"), title: "At once" }),
    ]);
    await desk.answer(pull, "success", "approved by `maria-attempt-5`");
    await desk.settled(pull);
    const { sha } = desk.github.pullRequest(pull).head;
    expect(desk.github.checkRunsOf(desk.repository, sha)).toHaveLength(1);
    expect(desk.github.commentsOf(pull)).toHaveLength(1);
  },
);

attempt(
  6,
  "replay an old signed delivery of an approval that was dismissed",
  async ({ desk, expect, running, propose }) => {
    const pull = await propose();
    const review = await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    const captured = running.github.webhooks.deliveries.findLast(
      ({ event, body }) => event === "pull_request_review" && body.includes("attempt-6/desk"),
    );
    await desk.github.dismissReview({ pull, review, by: desk.who("lena") });
    await desk.answer(pull, "action_required", "was dismissed");
    const payload = JSON.parse(captured?.body ?? "");
    const replay = (id: string) => postWebhook(running, "pull_request_review", payload, { id });
    await desk.judged(pull, async () => {
      expect(await replay("00000000-0000-4000-8000-00000000a6a6")).toBeLessThan(300);
    });
    expect(await replay("00000000-0000-4000-8000-00000000a6a6")).toBeLessThan(300);
    await desk.settled(pull);
    expect(desk.isOpen(pull)).toBe(false);
    expect(desk.colours(pull).at(-1)).toBe("action_required");
  },
);

attempt(7, "forge a delivery", async ({ desk, expect, running, propose }) => {
  const pull = await propose();
  await desk.settled(pull);
  const judged = () => desk.requests().filter(({ path }) => path.endsWith("/pulls/1")).length;
  const before = judged();
  const payload = { action: "submitted", zen: "open the gate" };
  const forged = (secret: string | null) =>
    postWebhook(running, "pull_request_review", payload, { secret });
  expect(await forged("development")).toBeGreaterThanOrEqual(400);
  expect(await forged("guess")).toBeGreaterThanOrEqual(400);
  expect(await forged(null)).toBeGreaterThanOrEqual(400);
  for (const secret of ["", " ", "development"]) {
    const env = { APP_ID: "1", PRIVATE_KEY: "key", WEBHOOK_SECRET: secret };
    expect(() => readEnvironment(env)).toThrow("WEBHOOK_SECRET");
  }
  expect(judged()).toBe(before);
  expect(desk.isOpen(pull)).toBe(false);
});

attempt(
  46,
  "use up the rate limit: nothing opens meanwhile, and the judgement comes after it",
  async ({ desk, expect, running, propose }) => {
    const pull = await propose();
    running.github.faults.next({
      path: /^\/repos\/attempt-46\/desk\/pulls\/1\/reviews/,
      answer: { status: 403, retryAfter: 4, message: "You have exceeded a secondary rate limit" },
      times: 2,
    });
    await desk.approve(pull, "maria");
    const refused = (): number => desk.requests().filter(({ faulty }) => faulty).length;
    await vi.waitUntil(() => refused() > 0, { timeout: 30_000, interval: 50 });
    await sleep(2_500);
    expect(refused()).toBe(1);
    await desk.push("loosen", { "kortix.yaml": policy({ refund: "always_run", reply: "block" }) });
    await desk.answer(pull, "action_required", "approved by `maria-attempt-46`", "helpdesk");
    expect(desk.colours(pull)).not.toContain("success");
    expect(running.github.faults.unmet).toBe(0);
  },
);

attempt(
  60,
  "make the app fail by what it reads: failure with a number to ask for, never silence",
  async ({ desk, expect, running, propose }) => {
    const pull = await propose();
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    running.github.faults.next({
      method: "GET",
      path: /^\/repos\/attempt-60\/desk\/pulls\/1\/reviews/,
      answer: { status: 422, message: "\u{1F4A9}\u0000 <!-- --> @everyone" },
    });
    await desk.github.editPullRequest(pull, { by: desk.who("nora"), title: "\u202E\u{1F4A9}" });
    await desk.settled(pull);
    const { sha } = desk.github.pullRequest(pull).head;
    const shown = desk.github.conclusionsOf(desk.repository, sha);
    expect(shown.some(({ conclusion }) => conclusion === "failure")).toBe(true);
    await desk.answer(pull, "success");
  },
);

const duplicatesWait = `  - match: "stripe.create_refund"
    action: require_approval
    conditions:
      - arg: reason
        match: "duplicate"
`;

attempt(
  66,
  "have it approved before it is judged, and move the base before it is",
  async ({ desk, expect, running }) => {
    await desk.push("main", { "kortix.yaml": policy({ first: duplicatesWait }) });
    const held = running.github.faults.hold({
      method: "GET",
      path: /^\/repos\/attempt-66\/desk\/pulls\/1$/,
    });
    const pull = await desk.propose("loosen", {
      "kortix.yaml": policy({ first: duplicatesWait, refund: "always_run" }),
    });
    await held.arrived;
    await desk.approve(pull, "maria");
    await sleep(1_000);
    // Now refunds of duplicates run without a person too.
    await desk.push("main", { "kortix.yaml": policy() });
    held.release();
    await desk.answer(pull, "action_required", "approved a commit that was never judged");
    await desk.settled(pull);
    expect(desk.colours(pull)).not.toContain("success");
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
  },
);
