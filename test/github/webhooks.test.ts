import { describe, test, vi } from "vitest";
import { configPath, openDesk, owners, policy } from "./desk.ts";
import { postWebhook } from "./post-webhook.ts";
import { sharedRunning } from "./shared-running.ts";

vi.setConfig({ maxConcurrency: 40, testTimeout: 90_000 });

const running = sharedRunning();

const open = (organization: string, more = {}) =>
  openDesk(running.github, { organization, ...more });
const loosened = { "kortix.yaml": policy({ refund: "always_run" }) };

/** The payload of the last delivery of an event for an organization. */
function lastPayload(organization: string, event: string): Record<string, unknown> {
  const found = running.github.webhooks.deliveries.findLast(
    (delivery) =>
      delivery.event === event && delivery.body.includes(`"full_name":"${organization}/desk"`),
  );
  return JSON.parse(found?.body ?? "null") as Record<string, unknown>;
}

describe.concurrent("a delivery", () => {
  test("that is unsigned, or signed by somebody else, is refused and sets nothing off", async ({
    expect,
  }) => {
    const desk = await open("forged");
    const pull = await desk.propose("loosen", loosened);
    await desk.settled(pull);
    const before = desk.requests().length;
    const payload = lastPayload("forged", "pull_request");
    expect(
      await postWebhook(running, "pull_request", payload, { secret: null }),
    ).toBeGreaterThanOrEqual(400);
    expect(
      await postWebhook(running, "pull_request", payload, { secret: "development" }),
    ).toBeGreaterThanOrEqual(400);
    expect(
      await postWebhook(running, "pull_request", payload, { secret: "" }),
    ).toBeGreaterThanOrEqual(400);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(desk.requests().length).toBe(before);
  });

  test("of an event that nobody knows is acknowledged", async ({ expect }) => {
    expect(await postWebhook(running, "sponsorship", { action: "created" })).toBeLessThan(300);
    expect(
      await postWebhook(running, "pull_request", { action: "invented", number: 1 }),
    ).toBeLessThan(300);
  });

  test("that comes again under its id is acknowledged, and nothing happens twice", async ({
    expect,
  }) => {
    const desk = await open("redelivered");
    const pull = await desk.propose("loosen", loosened);
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    await desk.judged(pull, () =>
      desk.github.editPullRequest(pull, { by: desk.who("nora"), title: "Settled" }),
    );
    const before = desk.requests().length;
    const ours = desk.github.webhooks.deliveries.filter(({ body }) =>
      body.includes('"full_name":"redelivered/desk"'),
    );
    for (const { id } of ours.slice(-6)) {
      expect((await desk.github.webhooks.redeliver(id)).statusCode).toBeLessThan(300);
    }
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(desk.requests().length).toBe(before);
    const { sha } = desk.github.pullRequest(pull).head;
    expect(desk.github.checkRunsOf(desk.repository, sha)).toHaveLength(1);
    expect(desk.github.commentsOf(pull)).toHaveLength(1);
  });
});

describe.concurrent("Re-run", () => {
  test("of the check writes the same answer again", async ({ expect }) => {
    const desk = await open("rerun");
    const pull = await desk.propose("loosen", loosened);
    await desk.settled(pull);
    const { sha } = desk.github.pullRequest(pull).head;
    const run = desk.github.checkRunOf(desk.repository, sha)?.id ?? 0;
    const before = desk.github.conclusionsOf(desk.repository, sha).length;
    await desk.judged(pull, () =>
      desk.github.rerequestCheckRun({ repository: desk.repository, run, by: desk.who("nora") }),
    );
    expect(desk.github.conclusionsOf(desk.repository, sha).length).toBeGreaterThan(before);
    expect(desk.colours(pull).at(-1)).toBe("action_required");
    expect(desk.github.checkRunsOf(desk.repository, sha)).toHaveLength(1);
  });

  test("of the suite of a fork's commit, which names no pull request, judges it again", async ({
    expect,
  }) => {
    const desk = await open("fork-rerun");
    const { github } = desk;
    github.createFork({ repository: desk.repository, owner: desk.who("otto") });
    await github.commit({
      repository: `${desk.who("otto")}/desk`,
      branch: "loosen",
      author: desk.who("otto"),
      files: loosened,
    });
    const pull = await github.openPullRequest({
      repository: desk.repository,
      author: desk.who("otto"),
      head: `${desk.who("otto")}:loosen`,
    });
    await desk.settled(pull);
    const { sha } = github.pullRequest(pull).head;
    const before = github.conclusionsOf(desk.repository, sha).length;
    await desk.judged(pull, () =>
      github.rerequestCheckSuite({ repository: desk.repository, sha, by: desk.who("nora") }),
    );
    expect(github.conclusionsOf(desk.repository, sha).length).toBeGreaterThan(before);
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    expect(desk.comment(pull)).toContain("`otto-fork-rerun` opened this pull request");
  });
});

describe.concurrent("what changes nothing of the change", () => {
  test("draft and back, a new title, close and reopen: the same verdict", async ({ expect }) => {
    const desk = await open("restless");
    const pull = await desk.propose("loosen", loosened);
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    const by = desk.who("nora");
    await desk.judged(pull, () => desk.github.convertToDraft(pull, by));
    expect(desk.colours(pull).at(-1)).toBe("success");
    await desk.judged(pull, async () => {
      await desk.github.readyForReview(pull, by);
      await desk.github.editPullRequest(pull, { by, title: "Refunds" });
      await desk.github.closePullRequest(pull, by);
      await desk.github.reopenPullRequest(pull, by);
    });
    expect(desk.colours(pull).at(-1)).toBe("success");
    expect(desk.isOpen(pull)).toBe(true);
    expect(desk.github.commentsOf(pull)).toHaveLength(1);
  });
});

describe.concurrent("a head", () => {
  test("that goes back by force to an older green commit is judged again", async ({ expect }) => {
    const desk = await open("back-again");
    const pull = await desk.propose("loosen", loosened);
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    const green = desk.github.pullRequest(pull).head.sha;
    await desk.push("loosen", { "kortix.yaml": policy({ refund: "block" }) });
    await desk.answer(pull, "action_required");
    await desk.approve(pull, "maria", "CHANGES_REQUESTED");
    await desk.answer(pull, "action_required", "changes requested");
    await desk.github.forcePush({
      repository: desk.repository,
      user: desk.who("lena"),
      branch: "loosen",
      sha: green,
    });
    await desk.answer(pull, "action_required", "changes requested", green.slice(0, 12));
    expect(desk.colours(pull, green).slice(-3)).toEqual([
      "success",
      "in_progress",
      "action_required",
    ]);
  });

  test("is judged by the settings of the trust branch as they are, whatever the pull request says of them", async ({
    expect,
  }) => {
    const desk = await open("self-serving");
    const pull = await desk.propose("loosen", {
      ...loosened,
      [configPath]: owners("self-serving").replace("/finance", "/support-leads"),
    });
    await desk.answer(
      pull,
      "action_required",
      "owners before this change: @self-serving/finance",
      "owners after this change: `@self-serving/support-leads`",
    );
    await desk.approve(pull, "hugo");
    await desk.judged(pull, () => desk.approve(pull, "sven"));
    expect(desk.colours(pull)).not.toContain("success");
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
  });
});

test("nothing departed from GitHub's description", ({ expect }) => {
  expect(running.github.violations).toEqual([]);
});
