import { vi } from "vitest";
import { configPath, owners, policy } from "../desk.ts";
import { attempts, loosened } from "./attempt.ts";

const attempt = attempts();

attempt(
  33,
  "get an approval against a branch that nobody reads, then retarget",
  async ({ desk, expect }) => {
    await desk.push("side", { "kortix.yaml": policy({ refund: "block" }) });
    const pull = await desk.propose("loosen", loosened, { base: "side" });
    await desk.answer(pull, "success");
    await desk.approve(pull, "maria");
    await desk.settled(pull);
    const before = desk.colours(pull).length;
    await desk.github.editPullRequest(pull, { by: desk.who("nora"), base: "main" });
    await desk.answer(pull, "action_required", "waiting for 1 approval", "`maria-attempt-33`");
    const after = desk.colours(pull).slice(before);
    expect(after).not.toContain("success");
    expect(desk.isOpen(pull)).toBe(false);
  },
);

attempt(
  34,
  "open a twin of the same commit into a branch that nobody reads",
  async ({ desk, expect, propose }) => {
    const pull = await propose();
    await desk.push("side", { "README.md": "# Side\n" });
    const twin = await desk.github.openPullRequest({
      repository: desk.repository,
      author: desk.who("nora"),
      head: "loosen",
      base: "side",
    });
    await desk.settled(twin);
    expect(desk.colours(pull)).not.toContain("success");
    expect(desk.isOpen(pull)).toBe(false);
  },
);

attempt(
  35,
  "a stack: have the upper pull request approved against the branch of the lower one",
  async ({ desk, expect }) => {
    const lower = await desk.propose("lower", { "README.md": "# Lower\n" });
    await desk.answer(lower, "success");
    const tip = desk.github.shaOf(desk.repository, "lower");
    await desk.push("upper", loosened, { parents: [tip] });
    const upper = await desk.github.openPullRequest({
      repository: desk.repository,
      author: desk.who("nora"),
      head: "upper",
      base: "lower",
      stack: { base: "main", position: 2, size: 2 },
    });
    await desk.answer(upper, "action_required", "attempt-35/finance");
    await desk.approve(upper, "otto");
    await desk.settled(upper);
    expect(desk.colours(upper)).not.toContain("success");
    await desk.approve(upper, "maria");
    await desk.answer(upper, "success");
    await desk.push("main", { "kortix.yaml": policy({ refund: "block" }) });
    await vi.waitUntil(() => !desk.isOpen(upper), { timeout: 30_000, interval: 50 });
  },
);

attempt(
  36,
  "the base moves so that the same head does something else",
  async ({ desk, expect }) => {
    const pull = await desk.propose("loosen", {
      "kortix.yaml": policy({ first: '  - match: "stripe.create_*"\n    action: always_run\n' }),
    });
    await desk.answer(pull, "action_required");
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    await desk.push("main", { "kortix.yaml": policy({ refund: "block" }) });
    await desk.answer(pull, "action_required", "approved a different change");
    expect(desk.isOpen(pull)).toBe(false);
  },
);

attempt(
  43,
  "go back by force to an older commit that was green",
  async ({ desk, expect, propose }) => {
    const { github, repository } = desk;
    const pull = await propose();
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    const green = github.pullRequest(pull).head.sha;
    await desk.push("loosen", { "kortix.yaml": policy({ refund: "block" }) });
    await desk.answer(pull, "action_required", "went stale");
    // Meanwhile the owners are others.
    await desk.push("main", {
      [configPath]: owners("attempt-43").replace("@attempt-43/finance", "@hugo-attempt-43"),
    });
    await desk.settled(pull);
    await github.forcePush({ repository, user: desk.who("lena"), branch: "loosen", sha: green });
    await desk.settled(pull);
    expect(desk.isOpen(pull)).toBe(false);
  },
);

attempt(
  52,
  "propose from a fork whose repository is then deleted",
  async ({ desk, expect, running }) => {
    const { github, repository } = desk;
    github.createFork({ repository, owner: desk.who("lena") });
    const fork = `${desk.who("lena")}/desk`;
    await github.commit({
      repository: fork,
      branch: "loosen",
      author: desk.who("lena"),
      files: loosened,
    });
    const pull = await github.openPullRequest({
      repository,
      author: desk.who("lena"),
      head: `${desk.who("lena")}:loosen`,
      fromFork: true,
    });
    await desk.answer(pull, "action_required");
    github.deleteRepository(fork);
    await desk.judged(pull, () => desk.approve(pull, "otto"));
    expect(desk.colours(pull)).not.toContain("success");
    expect(running.github.mergeBox(pull, { from: "ours" }).satisfied).toBe(false);
  },
);

attempt(54, "close and reopen, draft and back", async ({ desk, expect, propose }) => {
  const { github } = desk;
  const pull = await propose();
  await github.closePullRequest(pull, desk.who("nora"));
  await github.reopenPullRequest(pull, desk.who("nora"));
  await github.convertToDraft(pull, desk.who("nora"));
  await desk.judged(pull, () => github.readyForReview(pull, desk.who("nora")));
  expect(desk.colours(pull)).not.toContain("success");
  expect(desk.isOpen(pull)).toBe(false);
});
