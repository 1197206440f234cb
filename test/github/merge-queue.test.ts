import { setTimeout as sleep } from "node:timers/promises";
import { describe, test, vi } from "vitest";
import { commitAnswer } from "./commit-check.ts";
import { type Desk, openDesk, owners, type Pull, policy } from "./desk.ts";
import { startRunning } from "./running-app.ts";
import { sharedRunning } from "./shared-running.ts";

vi.setConfig({ maxConcurrency: 40, testTimeout: 180_000 });

const running = sharedRunning();

const open = (organization: string, more = {}): Promise<Desk> =>
  openDesk(running.github, { organization, ...more });

const refund = { "kortix.yaml": policy({ refund: "always_run" }) };
const reply = { "kortix.yaml": policy({ reply: "always_run" }) };

/** A pull request that is approved by its owner. */
async function approved(
  desk: Desk,
  branch: string,
  files: Parameters<Desk["propose"]>[1],
  by: "maria" | "hugo",
): Promise<Pull> {
  const main = desk.github.shaOf(desk.repository, "main");
  const pull = await desk.propose(branch, files, { parents: [main] });
  await desk.approve(pull, by);
  await desk.answer(pull, "success");
  return pull;
}

type Enqueue = Parameters<Desk["github"]["enqueue"]>[0];

/** Puts a pull request into the queue; the head of its group. */
async function enqueue(desk: Desk, pull: Pull, more: Partial<Enqueue> = {}): Promise<string> {
  const { headSha } = await desk.github.enqueue({ pull, as: desk.who("lena"), ...more });
  return headSha;
}

/** What the check on a commit showed, each state once in a row. */
function colours({ github, repository }: Desk, sha: string): readonly string[] {
  return github
    .conclusionsOf(repository, sha)
    .map(({ conclusion, status }) => conclusion ?? status)
    .filter((colour, index, all) => colour !== all[index - 1]);
}

describe.concurrent("a group of a merge queue", () => {
  test("is in progress first, and succeeds when just that is approved", async ({ expect }) => {
    const desk = await open("queue-approved");
    const pull = await approved(desk, "refund", refund, "maria");
    const sha = await enqueue(desk, pull);
    await commitAnswer(desk, sha, "success", "approved by `maria-queue-approved`");
    expect(colours(desk, sha)).toEqual(["in_progress", "success"]);
    await desk.github.mergeQueue({ repository: desk.repository, pull });
    await desk.settled(pull);
    const tip = desk.github.shaOf(desk.repository, "main");
    expect(tip).toBe(sha);
    expect(colours(desk, tip)).toEqual(["in_progress", "success"]);
  });

  test("that changes no policy succeeds, in a handful of requests", async ({ expect }) => {
    const desk = await open("queue-untouched");
    const pull = await desk.propose("readme", { "README.md": "# More\n" });
    await desk.answer(pull, "success");
    await desk.settled(pull);
    const before = desk.requests().length;
    const sha = await enqueue(desk, pull);
    await commitAnswer(desk, sha, "success");
    const asked = desk.requests().slice(before);
    expect(
      asked.map(({ method, path }) => `${method} ${path.split("/").slice(4, 6).join("/")}`),
    ).toEqual([
      "POST check-runs",
      "GET pulls/1",
      "GET git/ref",
      "GET git/trees",
      expect.stringMatching("PATCH check-runs"),
    ]);
  });

  test("fails where two changes are harmless alone and open a hole together", async ({
    expect,
  }) => {
    // Refunds are held by a rule of their own, and again by a rule for all that is created.
    const more = '  - match: "stripe.create_*"\n    action: require_approval\n';
    const both = policy({ more });
    const own = '  - match: "stripe.create_refund"\n    action: require_approval\n';
    const desk = await open("queue-hole", { files: { "kortix.yaml": both } });
    const main = desk.github.shaOf(desk.repository, "main");
    const tidy = await desk.propose(
      "tidy",
      { "kortix.yaml": both.replace(own, "") },
      { parents: [main] },
    );
    await desk.answer(tidy, "success");
    const loosen = await approved(
      desk,
      "loosen",
      { "kortix.yaml": policy({ more: more.replace("require_approval", "always_run") }) },
      "maria",
    );
    const first = await enqueue(desk, tidy);
    const second = await enqueue(desk, loosen);
    await commitAnswer(desk, first, "success");
    const title = await commitAnswer(
      desk,
      second,
      "failure",
      "is not what is approved on #2",
      "went stale",
    );
    expect(title).toBe("Closed: waiting for the owners of stripe");
    expect(colours(desk, second)).not.toContain("success");
    expect(colours(desk, second)).not.toContain("action_required");
  });

  test("counts the approvals of all pull requests in it, each for its own connector", async ({
    expect,
  }) => {
    const desk = await open("queue-both");
    const one = await approved(desk, "refund", refund, "maria");
    const other = await approved(desk, "reply", reply, "hugo");
    await enqueue(desk, one);
    const sha = await enqueue(desk, other, { wholeQueue: true });
    await commitAnswer(
      desk,
      sha,
      "success",
      "approved by `maria-queue-both`",
      "approved by `hugo-queue-both`",
    );
    await desk.settled(other);
    await desk.judged(one, () => desk.approve(one, "maria", "CHANGES_REQUESTED"));
    await commitAnswer(desk, sha, "failure", "changes requested by `maria-queue-both`");
    expect(colours(desk, sha)).toEqual(["in_progress", "success", "in_progress", "failure"]);
  });

  test("is compared with the group that it stands on, where that one is open", async () => {
    const desk = await open("queue-line");
    const one = await approved(desk, "refund", refund, "maria");
    const other = await approved(desk, "reply", reply, "hugo");
    const first = await enqueue(desk, one);
    const second = await enqueue(desk, other);
    await commitAnswer(desk, first, "success");
    await commitAnswer(desk, second, "success");
  });

  test("fails together with the group that it stands on: a queue may merge it over one that failed", async ({
    expect,
  }) => {
    const desk = await open("queue-above");
    const one = await approved(desk, "refund", refund, "maria");
    const other = await approved(desk, "reply", reply, "hugo");
    const first = await enqueue(desk, one);
    const second = await enqueue(desk, other);
    await commitAnswer(desk, second, "success");
    await desk.settled(other);
    await desk.judged(one, () => desk.approve(one, "gina", "CHANGES_REQUESTED"));
    await commitAnswer(desk, first, "failure");
    await commitAnswer(desk, second, "failure", "changes requested by `gina-queue-above`");
    expect(colours(desk, second).at(-1)).toBe("failure");
  });

  test("flips when an approval is dismissed after it was enqueued", async ({ expect }) => {
    const desk = await open("queue-dismissed");
    const pull = await desk.propose("refund", refund);
    const review = await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    const sha = await enqueue(desk, pull);
    await commitAnswer(desk, sha, "success");
    await desk.settled(pull);
    await desk.github.dismissReview({ pull, review, by: desk.who("lena") });
    await commitAnswer(desk, sha, "failure");
    expect(colours(desk, sha)).toEqual(["in_progress", "success", "in_progress", "failure"]);
    await desk.approve(pull, "maria");
    await commitAnswer(desk, sha, "success");
  });

  test("fails when an approval expires while it waits", async () => {
    let offset = 0;
    const now = (): number => Date.now() + offset;
    const own = await startRunning({ clock: () => new Date(now()) }, { now });
    try {
      const desk = await openDesk(own.github, {
        organization: "queue-expired",
        config: owners("queue-expired", "approvals:\n  ttl: 2m\n"),
      });
      const pull = await approved(desk, "refund", refund, "maria");
      const sha = await enqueue(desk, pull);
      await commitAnswer(desk, sha, "success");
      offset = 121_000;
      await commitAnswer(desk, sha, "failure");
    } finally {
      await own.close();
    }
  });

  test("of a branch that names no pull request into its base fails, and says so", async ({
    expect,
  }) => {
    const desk = await open("queue-name");
    const pull = await approved(desk, "refund", refund, "maria");
    const ref = `refs/heads/gh-readonly-queue/other/pr-1-${"a".repeat(40)}`;
    const sha = await enqueue(desk, pull, { ref });
    const title = await commitAnswer(desk, sha, "failure", "names no pull request into `main`");
    expect(title).toBe("Closed: the merge queue's group cannot be judged");
  });

  test("of a pull request that does not exist fails, and says so", async () => {
    const desk = await open("queue-nobody");
    const pull = await approved(desk, "refund", refund, "maria");
    const ref = `refs/heads/gh-readonly-queue/main/pr-99-${"a".repeat(40)}`;
    const sha = await enqueue(desk, pull, { ref });
    await commitAnswer(desk, sha, "failure", "there is no open pull request 99 into `main`");
  });

  test("fails while GitHub lists fewer commits than it counts", async ({ expect }) => {
    const desk = await open("queue-cut");
    const one = await approved(desk, "refund", refund, "maria");
    const other = await approved(desk, "reply", reply, "hugo");
    await enqueue(desk, one);
    await desk.settled(one);
    const main = desk.github.shaOf(desk.repository, "main");
    desk.github.faults.next({
      method: "GET",
      path: new RegExp(`/repos/${desk.repository}/compare/${main}`),
      answer: 502,
      times: 20,
    });
    const sha = await enqueue(desk, other, { wholeQueue: true });
    await commitAnswer(desk, sha, "failure", "tried again by itself");
    expect(colours(desk, sha)).not.toContain("success");
  });

  test("that left the queue gets no answer any more, and what had begun is ended", async ({
    expect,
  }) => {
    const desk = await open("queue-left");
    const pull = await approved(desk, "refund", refund, "maria");
    const held = desk.github.faults.hold({
      path: new RegExp(`/repos/${desk.repository}/pulls/1$`),
    });
    const sha = await enqueue(desk, pull);
    await held.arrived;
    await desk.github.dequeue({ pull });
    held.release();
    await commitAnswer(desk, sha, "failure", "gave this group up");
    await desk.approve(pull, "gina");
    await desk.settled(pull);
    expect(colours(desk, sha)).toEqual(["in_progress", "failure"]);
  });

  test("that left the queue after its answer keeps it, and nothing is published later", async ({
    expect,
  }) => {
    const desk = await open("queue-after");
    const pull = await desk.propose("refund", refund);
    const review = await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    const sha = await enqueue(desk, pull);
    await commitAnswer(desk, sha, "success");
    await desk.settled(pull);
    await desk.github.dequeue({ pull, reason: "invalidated" });
    const said = desk.github.conclusionsOf(desk.repository, sha).length;
    await desk.github.dismissReview({ pull, review, by: desk.who("lena") });
    await desk.answer(pull, "action_required");
    await desk.settled(pull);
    expect(desk.github.conclusionsOf(desk.repository, sha)).toHaveLength(said);
  });

  test("is judged again when somebody presses Re-run", async ({ expect }) => {
    const desk = await open("queue-rerun");
    const pull = await approved(desk, "refund", refund, "maria");
    const sha = await enqueue(desk, pull);
    await commitAnswer(desk, sha, "success");
    await desk.settled(pull);
    const said = desk.github.conclusionsOf(desk.repository, sha).length;
    const run = desk.github.checkRunOf(desk.repository, sha)?.id ?? 0;
    const by = desk.who("lena");
    await desk.github.rerequestCheckRun({ repository: desk.repository, run, by });
    await vi.waitUntil(() => desk.github.conclusionsOf(desk.repository, sha).length > said, {
      timeout: 60_000,
    });
    await commitAnswer(desk, sha, "success");
    expect(desk.github.checkRunsOf(desk.repository, sha)).toHaveLength(1);
  });

  test("into a branch that nobody reads has nothing to countersign", async () => {
    const desk = await open("queue-side");
    await desk.push("side", { "README.md": "# Side\n" });
    const pull = await desk.propose("refund", refund, { base: "side" });
    await desk.answer(pull, "success");
    const sha = await enqueue(desk, pull);
    await commitAnswer(desk, sha, "success", "is read from `main` only");
  });

  test("is asked for with the answer of a redelivered webhook, which changes nothing", async ({
    expect,
  }) => {
    const desk = await open("queue-twice");
    const pull = await approved(desk, "refund", refund, "maria");
    const sha = await enqueue(desk, pull);
    await commitAnswer(desk, sha, "success");
    await desk.settled(pull);
    const before = desk.requests().length;
    const asked = desk.github.webhooks.deliveries.findLast(
      ({ event, body }) => event === "merge_group" && body.includes(sha),
    );
    await desk.github.webhooks.redeliver(asked?.id ?? 0);
    await sleep(1_000);
    expect(desk.requests()).toHaveLength(before);
  });
});

test("nothing departed from GitHub's description", ({ expect }) => {
  expect(running.github.violations).toEqual([]);
});
