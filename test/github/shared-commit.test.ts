import { describe, test, vi } from "vitest";
import { type Desk, openDesk, type Pull, policy } from "./desk.ts";
import { sharedRunning } from "./shared-running.ts";

vi.setConfig({ maxConcurrency: 40, testTimeout: 120_000 });

const running = sharedRunning();

const loosened = { "kortix.yaml": policy({ refund: "always_run" }) };

/** Two open pull requests of the same commit into `main`, opened at the same moment. */
async function twins(
  organization: string,
): Promise<{ desk: Desk; one: Pull; other: Pull; sha: string }> {
  const desk = await openDesk(running.github, { organization });
  const { github, repository } = desk;
  const sha = await desk.push("one", loosened);
  await github.push({ repository, user: desk.who("lena"), branch: "other", sha });
  const openPull = (head: string) =>
    github.openPullRequest({ repository, author: desk.who("nora"), head });
  const [one, other] = await Promise.all([openPull("one"), openPull("other")]);
  await desk.settled(one);
  await desk.settled(other);
  return { desk, one, other, sha };
}

const waitsForTwin = "Closed: the same commit waits in another pull request";

describe.concurrent("one commit in two pull requests", () => {
  test("has one check run, which is open only when both are", async ({ expect }) => {
    const { desk, one, other, sha } = await twins("both");
    expect(desk.github.checkRunsOf(desk.repository, sha)).toHaveLength(1);
    await desk.judged(one, () => desk.approve(one, "maria"));
    expect(await desk.answer(one, "action_required", "approved by `maria-both`")).toBe(
      waitsForTwin,
    );
    expect(desk.colours(one)).not.toContain("success");
    await desk.approve(other, "maria");
    await desk.answer(other, "success");
    expect(desk.github.checkRunsOf(desk.repository, sha)).toHaveLength(1);
  });

  test("is judged again for one when the other is closed, and when it is reopened", async ({
    expect,
  }) => {
    const { desk, one, other } = await twins("closing");
    await desk.judged(one, () => desk.approve(one, "maria"));
    expect(desk.isOpen(one)).toBe(false);
    await desk.github.closePullRequest(other, desk.who("nora"));
    await desk.answer(one, "success");
    await desk.github.reopenPullRequest(other, desk.who("nora"));
    await desk.answer(one, "action_required");
    expect(desk.isOpen(one)).toBe(false);
  });

  test("is judged again for one when the other goes elsewhere", async ({ expect }) => {
    const { desk, one, other } = await twins("retargeting");
    await desk.push("side", { "README.md": "# Side\n" });
    await desk.judged(one, () => desk.approve(one, "maria"));
    expect(desk.isOpen(one)).toBe(false);
    await desk.github.editPullRequest(other, { by: desk.who("nora"), base: "side" });
    await desk.answer(one, "success");
  });

  test("is judged again for one when the other moves on to another commit", async ({ expect }) => {
    const { desk, one, other } = await twins("moving");
    await desk.judged(one, () => desk.approve(one, "maria"));
    expect(desk.isOpen(one)).toBe(false);
    await desk.push("other", { "README.md": "# On\n" });
    await desk.answer(one, "success");
    await desk.answer(other, "action_required");
  });

  test("stays closed by the one into the trust branch when the other goes into a branch that nobody reads", async ({
    expect,
  }) => {
    const desk = await openDesk(running.github, { organization: "weak-twin" });
    await desk.push("side", { "README.md": "# Side\n" });
    const strong = await desk.propose("one", loosened);
    await desk.settled(strong);
    const { github, repository } = desk;
    await github.push({
      repository,
      user: desk.who("lena"),
      branch: "other",
      sha: github.shaOf(repository, "one"),
    });
    const weak = await github.openPullRequest({
      repository,
      author: desk.who("nora"),
      head: "other",
      base: "side",
    });
    await desk.settled(weak);
    expect(desk.colours(strong)).not.toContain("success");
    expect(desk.isOpen(strong)).toBe(false);
  });
});

test("nothing departed from GitHub's description", ({ expect }) => {
  expect(running.github.violations).toEqual([]);
});
