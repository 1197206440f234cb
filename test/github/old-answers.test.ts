import { describe, test, vi } from "vitest";
import { type Desk, openDesk, type Pull, policy } from "./desk.ts";
import { sharedRunning } from "./shared-running.ts";

vi.setConfig({ maxConcurrency: 40, testTimeout: 120_000 });

const running = sharedRunning();

const loosened = { "kortix.yaml": policy({ refund: "always_run" }) };

async function proposed(organization: string): Promise<[Desk, Pull]> {
  const desk = await openDesk(running.github, { organization });
  const pull = await desk.propose("loosen", loosened);
  await desk.answer(pull, "action_required");
  return [desk, pull];
}

/** The next reads of some path show the world as it is now, whatever happens to it. */
function freeze(desk: Desk, what: string, reads = 2): void {
  const path = new RegExp(`^/repos/${desk.repository}/${what}$`);
  desk.github.faults.stale({ path, reads });
}

describe.concurrent("an answer of GitHub's that is older than its webhook", () => {
  test("about a review that asks for changes never leaves an approval green", async ({
    expect,
  }) => {
    const [desk, pull] = await proposed("late-request");
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    freeze(desk, `pulls/${pull.number}/reviews`);
    await desk.approve(pull, "gina", "CHANGES_REQUESTED");
    await desk.answer(pull, "action_required", "changes requested");
    expect(desk.colours(pull).filter((colour) => colour === "success")).toHaveLength(1);
  });

  test("about a dismissal never leaves the dismissed approval green", async ({ expect }) => {
    const [desk, pull] = await proposed("late-dismissal");
    const review = await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    freeze(desk, `pulls/${pull.number}/reviews`);
    await desk.github.dismissReview({ pull, review, by: desk.who("nora") });
    await desk.answer(pull, "action_required");
    expect(desk.colours(pull).filter((colour) => colour === "success")).toHaveLength(1);
  });

  test("about an approval is asked for again, until the approval counts", async ({ expect }) => {
    const [desk, pull] = await proposed("late-approval");
    freeze(desk, `pulls/${pull.number}/reviews`);
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    expect(desk.isOpen(pull)).toBe(true);
  });

  test("about the base never lets a pull request into the trust branch that was opened beside it", async ({
    expect,
  }) => {
    const desk = await openDesk(running.github, { organization: "late-retarget" });
    await desk.push("side", { "README.md": "# Side\n" });
    const pull = await desk.propose("loosen", loosened, { base: "side" });
    await desk.answer(pull, "success");
    freeze(desk, `pulls/${pull.number}`, 3);
    freeze(desk, "pulls", 3);
    await desk.github.editPullRequest(pull, { by: desk.who("nora"), base: "main" });
    await desk.answer(pull, "action_required", "waiting for 1 approval");
    const shown = desk.colours(pull);
    expect(shown.filter((colour) => colour === "success")).toHaveLength(1);
    expect(desk.isOpen(pull)).toBe(false);
  });

  test("about the head never leaves an older head green that is the head again", async ({
    expect,
  }) => {
    const [desk, pull] = await proposed("late-head");
    const { github, repository } = desk;
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    const green = github.pullRequest(pull).head.sha;
    const weaker = policy({ refund: "always_run", reply: "always_run" });
    await desk.push("loosen", { "kortix.yaml": weaker });
    await desk.answer(pull, "action_required");
    await desk.approve(pull, "maria", "CHANGES_REQUESTED");
    await desk.answer(pull, "action_required", "changes requested");
    freeze(desk, `pulls/${pull.number}`, 3);
    const user = desk.who("lena");
    await github.forcePush({ repository, user, branch: "loosen", sha: green });
    const last = () => github.conclusionsOf(repository, green).at(-1);
    await vi.waitFor(() => expect(last()?.status).toBe("in_progress"), 20_000);
    await desk.answer(pull, "action_required", "changes requested", green.slice(0, 12));
    expect(desk.colours(pull, green).filter((colour) => colour === "success")).toHaveLength(1);
  });
});

test("nothing departed from GitHub's description", ({ expect }) => {
  expect(running.github.violations).toEqual([]);
});
