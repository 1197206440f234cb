import { afterEach, expect, test } from "vitest";
import { waitForAnswer } from "./answer.ts";
import { type Running, startRunning } from "./running-app.ts";
import { createSupportDesk, repository, supportDesk } from "./support-desk.ts";

let running: Running;
afterEach(() => running.close());

test("a swap of two rules is closed until the owner of its connector approves, and a further push closes it again", async () => {
  running = await startRunning();
  const { github } = running;
  await createSupportDesk(github);
  const moved = supportDesk("kortix.moved.yaml");
  const push = (text: string) =>
    github.commit({
      repository,
      branch: "refunds",
      author: "lena",
      files: { "kortix.yaml": text },
    });
  await push(moved);
  const pull = await github.openPullRequest({ repository, author: "nora", head: "refunds" });

  await waitForAnswer(github, pull, "action_required");
  expect(github.mergeBox(pull, { from: "ours" }).satisfied).toBe(false);

  await github.submitReview({ pull, user: "lena", state: "APPROVED" });
  await github.submitReview({ pull, user: "otto", state: "APPROVED" });
  await waitForAnswer(github, pull, "action_required", (body) => body.includes("`otto` owns none"));
  expect(github.commentsOf(pull)[0]?.body).toContain("`lena` took part in the change");

  await github.submitReview({ pull, user: "maria", state: "APPROVED" });
  await waitForAnswer(github, pull, "success");
  expect(github.mergeBox(pull, { from: "ours" }).satisfied).toBe(true);

  await push(
    moved.replace(
      'stripe.update_subscription"\n    action: require_approval',
      'stripe.update_subscription"\n    action: always_run',
    ),
  );
  await waitForAnswer(github, pull, "action_required", (body) => body.includes("went stale"));
  expect(github.mergeBox(pull, { from: "ours" }).satisfied).toBe(false);

  expect(github.commentsOf(pull)).toHaveLength(1);
  expect(github.violations).toEqual([]);
});
