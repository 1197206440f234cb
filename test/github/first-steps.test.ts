import { describe, test, vi } from "vitest";
import { configPath, openDesk, owners, policy } from "./desk.ts";
import { sharedRunning } from "./shared-running.ts";

vi.setConfig({ maxConcurrency: 40, testTimeout: 90_000 });

const running = sharedRunning();

const open = (organization: string, more = {}) =>
  openDesk(running.github, { organization, ...more });

describe.concurrent("a pull request that touches no policy", () => {
  test("passes at once, without a comment, in four requests once the trust branch was read", async ({
    expect,
  }) => {
    const desk = await open("plain");
    const first = await desk.propose("docs", { "README.md": "# More\n" });
    expect(await desk.answer(first, "success")).toBe("Nothing to countersign");
    expect(desk.colours(first)).toEqual(["success"]);
    expect(desk.github.commentsOf(first)).toEqual([]);
    expect(
      desk
        .requests()
        .map(({ endpoint }) => endpoint)
        .filter((one) => !one?.endsWith("/pulls")),
    ).toHaveLength(5);

    const before = desk.requests().length;
    await desk.github.commit({
      repository: desk.repository,
      branch: "more",
      files: { "a.md": "a\n" },
    });
    const second = await desk.github.openPullRequest({
      repository: desk.repository,
      author: desk.who("nora"),
      head: "more",
    });
    await desk.answer(second, "success");
    const asked = desk
      .requests()
      .slice(before)
      .filter(({ path }) => !path.endsWith("/pulls"));
    expect(asked.map(({ endpoint }) => endpoint)).toEqual([
      "GET /repos/{owner}/{repo}/pulls/{pull_number}",
      "GET /repos/{owner}/{repo}/git/ref/{ref}",
      "GET /repos/{owner}/{repo}/git/trees/{tree_sha}",
      "POST /repos/{owner}/{repo}/check-runs",
    ]);
  });
});

describe.concurrent("without a configuration on the trust branch", () => {
  test("a policy change is closed, and the comment says how to write one", async ({ expect }) => {
    const desk = await open("bare", { config: null });
    const pull = await desk.propose("loosen", { "kortix.yaml": policy({ refund: "always_run" }) });
    await desk.answer(pull, "action_required", "has no `.github/countersign.yml`");
    expect(desk.comment(pull)).toContain('owners: { "*": ["@your-organization/security"] }');
    expect(desk.colours(pull)).not.toContain("success");
  });

  test("a policy change that brings the configuration along is closed, whoever approves", async ({
    expect,
  }) => {
    const desk = await open("smuggled", { config: null });
    const pull = await desk.propose("both", {
      "kortix.yaml": policy({ refund: "always_run" }),
      [configPath]: owners("smuggled"),
    });
    await desk.answer(pull, "action_required", "has no `.github/countersign.yml`");
    await desk.judged(pull, async () => {
      await desk.approve(pull, "maria");
      await desk.approve(pull, "sven");
    });
    expect(desk.isOpen(pull)).toBe(false);
    expect(desk.colours(pull)).not.toContain("success");
  });

  test("a configuration alone is judged by the owners that it names", async () => {
    const desk = await open("first-config", { config: null });
    const pull = await desk.propose("config", { [configPath]: owners("first-config") });
    await desk.answer(pull, "action_required", "@first-config/finance", "@first-config/security");
    await desk.approve(pull, "maria");
    await desk.approve(pull, "sven");
    await desk.answer(pull, "success");
  });

  test("a pull request that touches neither passes", async ({ expect }) => {
    const desk = await open("neither", { config: null });
    const pull = await desk.propose("docs", { "README.md": "# More\n" });
    expect(await desk.answer(pull, "success")).toBe("Nothing to countersign");
  });
});

describe.concurrent("a configuration that cannot be read", () => {
  test("closes every policy change when it is on the trust branch", async ({ expect }) => {
    const desk = await open("broken", { config: "owners: [\n" });
    const pull = await desk.propose("loosen", { "kortix.yaml": policy({ refund: "always_run" }) });
    await desk.answer(pull, "action_required", "cannot be read, so nobody can be asked");
    await desk.judged(pull, () => desk.approve(pull, "maria"));
    expect(desk.colours(pull)).not.toContain("success");
  });

  test("fails the pull request that brings it, at its line", async ({ expect }) => {
    const desk = await open("bad-config");
    const config = `${owners("bad-config")}aprovals:\n  ttl: 4h\n`;
    const pull = await desk.propose("config", { [configPath]: config });
    await desk.answer(pull, "failure", "unknown key `aprovals`", "did you mean `approvals`?");
    const { sha } = desk.github.pullRequest(pull).head;
    expect(desk.github.checkRunOf(desk.repository, sha)?.annotations).toContainEqual(
      expect.objectContaining({ path: configPath, start_line: 5, annotation_level: "failure" }),
    );
  });
});

describe.concurrent("a pull request into another branch than the trust branch", () => {
  test("passes, is closed first and then judged when it is retargeted, and passes again when it is turned back", async ({
    expect,
  }) => {
    const desk = await open("retargeted");
    await desk.push("side", { "README.md": "# Side\n" });
    const pull = await desk.propose(
      "loosen",
      { "kortix.yaml": policy({ refund: "always_run" }) },
      { base: "side" },
    );
    await desk.answer(pull, "success");
    const { sha } = desk.github.pullRequest(pull).head;
    expect(desk.github.checkRunOf(desk.repository, sha)?.summary).toContain(
      "read from `main` only",
    );

    await desk.github.editPullRequest(pull, { by: desk.who("nora"), base: "main" });
    await desk.answer(pull, "action_required", "stripe");
    expect(desk.colours(pull)).toEqual(["success", "in_progress", "action_required"]);

    await desk.github.editPullRequest(pull, { by: desk.who("nora"), base: "side" });
    await desk.answer(pull, "success", "Nothing to countersign");
    expect(desk.github.commentsOf(pull)).toHaveLength(1);
  });

  test("is judged once the configuration trusts that branch too", async () => {
    const desk = await open("trusted-later");
    await desk.push("release", { "README.md": "# Release\n" });
    const pull = await desk.propose(
      "loosen",
      { "kortix.yaml": policy({ refund: "always_run" }) },
      { base: "release" },
    );
    await desk.answer(pull, "success");
    await desk.push("main", { [configPath]: owners("trusted-later", "branches: [release]\n") });
    await desk.answer(pull, "action_required", "stripe");
  });

  test("is judged once that branch is the default branch", async () => {
    const desk = await open("default-later");
    await desk.push("next", { "README.md": "# Next\n" });
    const pull = await desk.propose(
      "loosen",
      { "kortix.yaml": policy({ refund: "always_run" }) },
      { base: "next" },
    );
    await desk.answer(pull, "success");
    await desk.github.setDefaultBranch(desk.repository, "next");
    await desk.answer(pull, "action_required", "stripe");
  });
});

test("nothing departed from GitHub's description", ({ expect }) => {
  expect(running.github.violations).toEqual([]);
});
