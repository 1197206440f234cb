import { setTimeout as sleep } from "node:timers/promises";
import { describe, test, vi } from "vitest";
import { type Desk, openDesk, policy } from "./desk.ts";
import { sharedRunning } from "./shared-running.ts";

vi.setConfig({ maxConcurrency: 16, testTimeout: 180_000 });

const running = sharedRunning();

const loosened = { "kortix.yaml": policy({ refund: "always_run" }) };
const open = (organization: string): Promise<Desk> => openDesk(running.github, { organization });

/** Requests for the organization from now on, while nothing should be asked. */
async function askedMeanwhile(desk: Desk): Promise<readonly string[]> {
  await sleep(1_000);
  const before = desk.requests().length;
  await sleep(2_000);
  return desk
    .requests()
    .slice(before)
    .map(({ method, path }) => `${method} ${path}`);
}

describe.concurrent("an installation", () => {
  test("that is made judges what was open before", async ({ expect }) => {
    const desk = await open("late");
    await desk.github.uninstall("late");
    const pull = await desk.propose("loosen", loosened);
    await sleep(1_000);
    expect(desk.colours(pull)).toEqual([]);
    await desk.github.install({ account: "late" });
    await desk.answer(pull, "action_required", "`stripe`");
  });

  test("that is taken away is not worked on, also when its time comes", async ({ expect }) => {
    const desk = await open("gone");
    const pull = await desk.propose("loosen", loosened);
    await desk.settled(pull);
    desk.github.faults.next({ path: /^\/repos\/gone\/desk\/pulls\/1$/, answer: 404, times: 99 });
    await desk.github.editPullRequest(pull, { by: desk.who("nora"), title: "Again" });
    await sleep(2_000);
    await desk.github.uninstall("gone");
    // Its next attempt would come within four seconds.
    await sleep(500);
    const before = desk.requests().length;
    await sleep(5_000);
    expect(desk.requests().length).toBe(before);
  });

  test("that is suspended is let alone, and judged anew when it goes on", async ({ expect }) => {
    const desk = await open("paused");
    const pull = await desk.propose("loosen", loosened);
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    await desk.settled(pull);
    await desk.github.suspendInstallation("paused");
    await desk.github.closePullRequest(pull, desk.who("nora")).catch(() => undefined);
    await desk.github.reopenPullRequest(pull, desk.who("nora")).catch(() => undefined);
    expect(await askedMeanwhile(desk)).toEqual([]);
    // Its expiry was forgotten with the rest of its work: only judging it anew brings it back.
    await desk.judged(pull, () => desk.github.unsuspendInstallation("paused"));
    expect(desk.colours(pull).at(-1)).toBe("success");
  });

  test("that loses a repository works on the others, and on this one when it comes back", async ({
    expect,
  }) => {
    const desk = await open("partly");
    desk.github.createRepository({ owner: "partly", name: "other", files: { "a.md": "a\n" } });
    await desk.github.removeFromInstallation("partly", "partly/desk");
    const pull = await desk.propose("loosen", loosened);
    const requests = await askedMeanwhile(desk);
    expect(requests.filter((request) => request.includes("/partly/desk"))).toEqual([]);
    expect(desk.colours(pull)).toEqual([]);
    await desk.github.addToInstallation("partly", "partly/desk");
    await desk.answer(pull, "action_required", "`stripe`");
  });

  test("speaks for its own repositories only", async ({ expect }) => {
    const [left, right] = await Promise.all([open("left"), open("right")]);
    const pulls = await Promise.all([
      left.propose("loosen", loosened),
      right.propose("loosen", loosened),
    ]);
    await left.answer(pulls[0], "action_required");
    await right.answer(pulls[1], "action_required");
    const speakers = (desk: Desk): ReadonlySet<number | null> =>
      new Set(desk.requests().map(({ installationId }) => installationId));
    expect(speakers(left).size).toBe(1);
    expect(speakers(right).size).toBe(1);
    expect(speakers(left)).not.toEqual(speakers(right));
  });
});

test("nothing departed from GitHub's description", ({ expect }) => {
  expect(running.github.violations).toEqual([]);
});
