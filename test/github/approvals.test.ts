import { setTimeout as sleep } from "node:timers/promises";
import { describe, test, vi } from "vitest";
import { type Desk, openDesk, policy } from "./desk.ts";
import { sharedRunning } from "./shared-running.ts";

vi.setConfig({ maxConcurrency: 40, testTimeout: 90_000 });

const running = sharedRunning();

const open = (organization: string, more = {}) =>
  openDesk(running.github, { organization, ...more });
const loosened = { "kortix.yaml": policy({ refund: "always_run" }) };
const proposed = async (
  organization: string,
): Promise<[Desk, Awaited<ReturnType<Desk["propose"]>>]> => {
  const desk = await open(organization);
  const pull = await desk.propose("loosen", loosened);
  await desk.answer(pull, "action_required");
  return [desk, pull];
};

describe.concurrent("an approval that comes at once", () => {
  test("counts for a commit that was pushed while the one before it was still judged", async ({
    expect,
  }) => {
    const [desk, pull] = await proposed("at-once");
    const { github } = desk;
    const held = github.faults.hold({ path: new RegExp(`/repos/${desk.repository}/compare/`) });
    await desk.push("loosen", { "kortix.yaml": policy({ refund: "block" }) });
    await held.arrived;
    await desk.push("loosen", { "kortix.yaml": policy({ reply: "always_run" }) });
    await desk.approve(pull, "hugo");
    await github.webhooks.settled();
    held.release();
    await desk.answer(pull, "success");
    expect(desk.comment(pull)).toContain("`hugo-at-once`");
  });
});

describe.concurrent("approvals that do not count, with the reason in the comment", () => {
  test("those of everybody who took part: author, committer, co-author and pusher", async ({
    expect,
  }) => {
    const desk = await open("contributed");
    const { github } = desk;
    const maria = github.createUser({ login: "mia-contributed" });
    await github.addMember({ team: "contributed/finance", user: maria.login });
    for (const name of ["lena", "hugo", "otto"] as const) {
      await github.addMember({ team: "contributed/finance", user: desk.who(name) });
    }
    const pull = await desk.propose("loosen", loosened, {
      committer: desk.who("hugo"),
      message: `Refunds\n\nCo-authored-by: Mia <${maria.id}+${maria.login}@users.noreply.github.com>`,
    });
    await desk.push("loosen", { "README.md": "# Refunds\n" }, { pusher: desk.who("otto") });
    await desk.answer(pull, "action_required");
    await desk.approve(pull, "lena");
    await desk.approve(pull, "hugo");
    await desk.approve(pull, "otto");
    await github.submitReview({ pull, user: maria.login, state: "APPROVED" });
    await desk.answer(
      pull,
      "action_required",
      "`lena-contributed` took part in the change: wrote commit",
      "`hugo-contributed` took part in the change: committed",
      "`mia-contributed` took part in the change: is a co-author of commit",
      "`otto-contributed` took part in the change: pushed to this pull request",
    );
    expect(desk.colours(pull)).not.toContain("success");
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
  });

  test("those of a bystander and of a bot", async ({ expect }) => {
    const [desk, pull] = await proposed("bystanders");
    const bot = desk.github.createUser({ login: "helper-bystanders[bot]", type: "Bot" });
    await desk.github.grant({ repository: desk.repository, user: bot.login, permission: "write" });
    await desk.approve(pull, "otto");
    await desk.github.submitReview({ pull, user: bot.login, state: "APPROVED" });
    await desk.answer(
      pull,
      "action_required",
      "`otto-bystanders` owns none of the affected connectors",
      "`helper-bystanders[bot]` is a bot",
    );
    expect(desk.colours(pull)).not.toContain("success");
  });

  test("one that was given where no webhook told of it", async ({ expect }) => {
    const desk = await open("unwitnessed", { events: ["pull_request", "push"] });
    const pull = await desk.propose("loosen", loosened);
    await desk.answer(pull, "action_required");
    await desk.approve(pull, "maria");
    await desk.github.editPullRequest(pull, { by: desk.who("nora"), title: "Refunds" });
    await desk.answer(
      pull,
      "action_required",
      "`maria-unwitnessed` approved before Countersign could see it: please approve again",
    );
    expect(desk.isOpen(pull)).toBe(false);
  });

  test("one of an older head whose change was another one", async ({ expect }) => {
    const [desk, pull] = await proposed("old-page");
    const old = desk.github.pullRequest(pull).head.sha;
    await desk.push("loosen", { "kortix.yaml": policy({ refund: "block" }) });
    await desk.answer(pull, "action_required");
    await desk.github.submitReview({
      pull,
      user: desk.who("maria"),
      state: "APPROVED",
      commitId: old,
    });
    await desk.answer(pull, "action_required", "went stale", "approved a different change");
    expect(desk.colours(pull)).not.toContain("success");
  });
});

describe.concurrent("an owner's approval", () => {
  test("opens the gate, and asks of nobody else", async ({ expect }) => {
    const [desk, pull] = await proposed("approved");
    await desk.settled(pull);
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success", "approved by `maria-approved`");
    expect(desk.colours(pull)).toEqual(["in_progress", "action_required", "success"]);
    expect(desk.isOpen(pull)).toBe(true);
  });

  test("counts when it is given before the check was judged", async () => {
    const desk = await open("early");
    const pull = await desk.propose("loosen", loosened);
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
  });

  test("closes again when it is dismissed, and no older one revives", async ({ expect }) => {
    const [desk, pull] = await proposed("dismissed");
    await desk.approve(pull, "maria");
    const second = await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    await desk.github.dismissReview({ pull, review: second, by: desk.who("lena") });
    await desk.answer(pull, "action_required", "gave a review that was dismissed");
    expect(desk.isOpen(pull)).toBe(false);
    expect(desk.colours(pull)).toEqual([
      "in_progress",
      "action_required",
      "success",
      "in_progress",
      "action_required",
    ]);
  });

  test("closes again when the same owner requests changes, and opens when they approve once more", async ({
    expect,
  }) => {
    const [desk, pull] = await proposed("reconsidered");
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    await desk.approve(pull, "maria", "CHANGES_REQUESTED");
    await desk.answer(pull, "action_required", "changes requested by `maria-reconsidered`");
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    expect(desk.isOpen(pull)).toBe(true);
  });

  test("is not taken back by a comment", async ({ expect }) => {
    const [desk, pull] = await proposed("commented");
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    await desk.judged(pull, () => desk.approve(pull, "maria", "COMMENTED"));
    expect(desk.colours(pull).at(-1)).toBe("success");
  });
});

describe.concurrent("an owner's change request", () => {
  test("stays when another owner approves and the author dismisses it", async ({ expect }) => {
    const [desk, pull] = await proposed("overruled");
    const review = await desk.approve(pull, "maria", "CHANGES_REQUESTED");
    await desk.approve(pull, "gina");
    await desk.answer(pull, "action_required", "changes requested by `maria-overruled`");
    await desk.judged(pull, () =>
      desk.github.dismissReview({ pull, review, by: desk.who("lena") }),
    );
    expect(desk.colours(pull)).not.toContain("success");
    expect(desk.comment(pull)).toContain("changes requested by `maria-overruled`");
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
  });

  test("is lifted when another owner dismisses it", async () => {
    const [desk, pull] = await proposed("lifted");
    const review = await desk.approve(pull, "maria", "CHANGES_REQUESTED");
    await desk.approve(pull, "gina");
    await desk.answer(pull, "action_required", "changes requested by `maria-lifted`");
    await desk.github.dismissReview({ pull, review, by: desk.who("gina") });
    await desk.answer(pull, "success");
  });
});

describe.concurrent("an approval and further pushes", () => {
  test("stands after a comment edit and a rebase", async ({ expect }) => {
    const [desk, pull] = await proposed("same-meaning");
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    await desk.push("loosen", { "kortix.yaml": `# Refunds\n${policy({ refund: "always_run" })}` });
    await desk.answer(pull, "success");
    await desk.push("main", { "README.md": "# Desk, again\n" });
    const sha = await desk.github.rebase({ pull, as: desk.who("lena") });
    await desk.answer(pull, "success");
    expect(desk.colours(pull, sha)).toEqual(["in_progress", "success"]);
  });

  test("stands after its owner merged the base into the head, which makes nobody a contributor", async ({
    expect,
  }) => {
    const [desk, pull] = await proposed("updated-branch");
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    await desk.push("main", { "README.md": "# Desk, again\n" });
    await desk.github.grant({
      repository: desk.repository,
      user: desk.who("maria"),
      permission: "write",
    });
    const sha = await desk.github.updateBranch({ pull, as: desk.who("maria") });
    await desk.answer(pull, "success");
    expect(desk.colours(pull, sha)).toEqual(["in_progress", "success"]);
    expect(desk.comment(pull)).not.toContain("`maria-updated-branch` pushed");
  });

  test("stands for its connector while another one is asked about, and is stale for its own alone", async ({
    expect,
  }) => {
    const [desk, pull] = await proposed("by-connector");
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    await desk.push("loosen", {
      "kortix.yaml": policy({ refund: "always_run", reply: "always_run" }),
    });
    expect(await desk.answer(pull, "action_required", "approved by `maria-by-connector`")).toBe(
      "Closed: waiting for the owners of helpdesk",
    );
    await desk.approve(pull, "hugo");
    await desk.answer(pull, "success");
    await desk.push("loosen", { "kortix.yaml": policy({ refund: "block", reply: "always_run" }) });
    expect(
      await desk.answer(pull, "action_required", "went stale", "approved by `hugo-by-connector`"),
    ).toBe("Closed: waiting for the owners of stripe");
    expect(desk.colours(pull)).not.toContain("success");
  });
});

// By itself: what is dropped is whatever delivery comes next.
test("an approval that is told of late counts for what its commit first came to, not for what the base made of it since", async ({
  expect,
}) => {
  const organization = "told-late";
  const wider = '  - match: "stripe.create_*"\n    action: always_run\n';
  const desk = await open(organization);
  const { github, who } = desk;
  const held = github.faults.hold({
    method: "GET",
    path: new RegExp(`/repos/${desk.repository}/pulls/1$`),
  });
  const pull = await desk.propose("loosen", { "kortix.yaml": policy({ first: wider }) });
  await held.arrived;
  github.webhooks.dropNext();
  await desk.approve(pull, "maria");
  const lost = github.webhooks.deliveries.findLast(
    ({ event, body }) =>
      event === "pull_request_review" && body.includes(`"full_name":"${desk.repository}"`),
  );
  await sleep(1_100);
  held.release();
  await desk.answer(pull, "action_required");
  await desk.settled(pull);
  await desk.judged(pull, () => desk.push("main", { "kortix.yaml": policy({ refund: "block" }) }));
  await github.webhooks.redeliver(lost?.id ?? 0);
  await desk.answer(pull, "action_required", `\`${who("maria")}\` approved a different change`);
  await desk.settled(pull);
  expect(desk.colours(pull)).not.toContain("success");
});

test("nothing departed from GitHub's description", ({ expect }) => {
  expect(running.github.violations).toEqual([]);
});
