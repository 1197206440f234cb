import { describe, test, vi } from "vitest";
import { openDesk, owners, policy } from "./desk.ts";
import { sharedRunning } from "./shared-running.ts";

vi.setConfig({ maxConcurrency: 40, testTimeout: 90_000 });

const running = sharedRunning({ pendingMergeableReads: 1 });

const open = (organization: string, more = {}) =>
  openDesk(running.github, { organization, ...more });
const loosened = { "kortix.yaml": policy({ refund: "always_run" }) };

describe.concurrent("when the trust branch moves", () => {
  test("an open pull request is judged again against the new tip, and its approval stands if it means the same", async () => {
    const desk = await open("moved");
    const pull = await desk.propose("loosen", loosened);
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    await desk.judged(pull, () => desk.push("main", { "README.md": "# More\n" }));
    await desk.answer(pull, "success", desk.github.shaOf(desk.repository, "main").slice(0, 12));
  });

  test("an approval is stale if the merge of the same head now does something else", async ({
    expect,
  }) => {
    const desk = await open("shifted");
    const pull = await desk.propose("loosen", loosened);
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    await desk.push("main", {
      "kortix.yaml": policy({
        first:
          '  - match: "stripe.create_refund"\n    action: always_run\n    conditions:\n      - arg: reason\n        match: duplicate\n',
      }),
    });
    await desk.answer(pull, "action_required", "went stale");
    expect(desk.colours(pull).slice(-3)).toEqual(["success", "in_progress", "action_required"]);
  });

  test("a pull request that does nothing any more has nothing to countersign", async ({
    expect,
  }) => {
    const desk = await open("overtaken");
    const pull = await desk.propose("loosen", loosened);
    await desk.answer(pull, "action_required");
    await desk.push("main", loosened);
    await desk.answer(pull, "success", "Nothing to countersign");
    expect(desk.github.commentsOf(pull)).toHaveLength(1);
  });

  test("a pull request that did nothing is closed when its merge would do something", async ({
    expect,
  }) => {
    const desk = await open("revived");
    await desk.push("loosen", loosened);
    await desk.push("main", loosened, { message: "The same, by another commit" });
    const { github, repository } = desk;
    const pull = await github.openPullRequest({
      repository,
      author: desk.who("nora"),
      head: "loosen",
    });
    await desk.answer(pull, "success");
    await desk.push("main", { "kortix.yaml": policy() });
    await desk.answer(pull, "action_required", "@revived/finance");
    expect(desk.colours(pull)).toEqual(["success", "in_progress", "action_required"]);
  });

  test("owners are those of its tip, and the older approval is of another set of owners", async ({
    expect,
  }) => {
    const desk = await open("new-owners");
    const pull = await desk.propose("loosen", loosened);
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    await desk.push("main", {
      ".github/countersign.yml": owners("new-owners").replace("/finance", "/support-leads"),
    });
    await desk.answer(pull, "action_required", "@new-owners/support-leads");
    expect(desk.isOpen(pull)).toBe(false);
    await desk.approve(pull, "hugo");
    await desk.answer(pull, "success");
  });
});

describe.concurrent("the test merge", () => {
  test("of an older base or head says nothing: no success before it is current", async ({
    expect,
  }) => {
    const desk = await open("stale-merge");
    const pull = await desk.propose("loosen", loosened);
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    // Each move answers `mergeable: null` with the merge commit of before at the first read.
    await desk.push("loosen", { "kortix.yaml": policy({ refund: "block" }) });
    await desk.answer(pull, "action_required", "went stale");
    expect(desk.colours(pull)).toEqual(["in_progress", "action_required"]);
  });

  test("that conflicts is a failure until the conflict is resolved", async ({ expect }) => {
    const desk = await open("conflict");
    const pull = await desk.propose("loosen", loosened);
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    await desk.push("main", { "kortix.yaml": policy({ refund: "block" }) });
    expect(await desk.answer(pull, "failure")).toBe("Closed: conflicts with the base branch");
    expect(desk.isOpen(pull)).toBe(false);
    await desk.push("main", { "kortix.yaml": policy() });
    await desk.answer(pull, "success");
  });
});

test("nothing departed from GitHub's description", ({ expect }) => {
  expect(running.github.violations).toEqual([]);
});
