import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { describe, test, vi } from "vitest";
import { commitAnswer } from "./commit-check.ts";
import { configPath, type Desk, openDesk, owners, type Pull, policy } from "./desk.ts";
import { sharedRunning } from "./shared-running.ts";

vi.setConfig({ maxConcurrency: 40, testTimeout: 180_000 });

const running = sharedRunning();

const open = (organization: string, more = {}): Promise<Desk> =>
  openDesk(running.github, { organization, ...more });

const refund = { "kortix.yaml": policy({ refund: "always_run" }) };
const incident = "Incident: landed without approval";

function fromStore<T>(sql: string, ...values: readonly (string | number)[]): readonly T[] {
  const store = new Database(running.database, { readonly: true });
  try {
    return store.prepare<unknown[], T>(sql).all(...values);
  } finally {
    store.close();
  }
}

interface IncidentRow {
  readonly base_sha: string;
  readonly pull_number: number | null;
  readonly body: string;
}

/** The incidents on record for a commit. */
function incidentsOn(sha: string): readonly IncidentRow[] {
  return fromStore(
    "select base_sha, pull_number, body from decision where kind = 'incident' and head_sha = ?",
    sha,
  );
}

/** Approvals that a merge has used. */
function spentBy(
  sha: string,
): readonly { readonly review_id: number; readonly connector: string }[] {
  return fromStore(
    "select review_id, connector from permit where merge_sha = ? order by connector",
    sha,
  );
}

const tipOf = (desk: Desk): string => desk.github.shaOf(desk.repository, "main");

/** Waits until a push to the trust branch was audited. */
async function audited(sha: string, ref = "main"): Promise<void> {
  const isAudited = (): boolean =>
    fromStore("select 1 from trust_branch where ref = ? and audited_sha = ?", ref, sha).length > 0;
  await vi.waitUntil(isAudited, { timeout: 60_000, interval: 100 });
}

/** A pull request that loosens refunds, approved by maria. */
async function approvedRefund(desk: Desk): Promise<{ pull: Pull; review: number }> {
  const pull = await desk.propose("refund", refund);
  const review = await desk.approve(pull, "maria");
  await desk.answer(pull, "success");
  await desk.settled(pull);
  return { pull, review };
}

const merge = (desk: Desk, pull: Pull, more = {}): Promise<string> =>
  desk.github.merge({ pull, as: desk.who("lena"), ...more });

/** Lets a merge queue land two pull requests as one, and gives what the branch was moved to for each. */
async function queued(desk: Desk, one: Pull, other: Pull): Promise<[string, string]> {
  const enqueue = async (pull: Pull): Promise<string> =>
    (await desk.github.enqueue({ pull, as: desk.who("lena") })).headSha;
  const first = await enqueue(one);
  const second = await enqueue(other);
  await commitAnswer(desk, first, "success");
  await commitAnswer(desk, second, "success");
  await desk.github.mergeQueue({ repository: desk.repository, pull: other });
  await audited(second);
  return [first, second];
}

describe.concurrent("what lands on the trust branch as it was approved", () => {
  test.for(["merge", "squash", "rebase"] as const)(
    "by a %s uses its approvals up, and nothing is said",
    async (method, { expect }) => {
      const desk = await open(`landed-${method}`);
      const { pull, review } = await approvedRefund(desk);
      const sha = await merge(desk, pull, { method });
      await audited(sha);
      expect(spentBy(sha)).toEqual([{ review_id: review, connector: "stripe" }]);
      expect(desk.github.checkRunsOf(desk.repository, sha)).toEqual([]);
      expect(incidentsOn(sha)).toEqual([]);
    },
  );

  test("through a merge queue, two pull requests at once", async ({ expect }) => {
    const desk = await open("landed-queue");
    const main = tipOf(desk);
    const one = await approvedRefund(desk);
    const reply = { "kortix.yaml": policy({ reply: "always_run" }) };
    const other = await desk.propose("reply", reply, { parents: [main] });
    const hugo = await desk.approve(other, "hugo");
    await desk.answer(other, "success");
    const [first, second] = await queued(desk, one.pull, other);
    const reviews = [...spentBy(first), ...spentBy(second)].map(({ review_id }) => review_id);
    expect(reviews.sort()).toEqual([one.review, hugo].sort());
    expect(incidentsOn(second)).toEqual([]);
  });

  test("through a merge queue, two changes of one connector, each approved by itself", async ({
    expect,
  }) => {
    const desk = await open("landed-twice");
    const main = tipOf(desk);
    const one = await approvedRefund(desk);
    const more = '  - match: "stripe.send_invoice"\n    action: block\n';
    const other = await desk.propose(
      "invoice",
      { "kortix.yaml": policy({ more }) },
      { parents: [main] },
    );
    const gina = await desk.approve(other, "gina");
    await desk.answer(other, "success");
    const [first, second] = await queued(desk, one.pull, other);
    expect(spentBy(first)).toEqual([{ review_id: one.review, connector: "stripe" }]);
    expect(spentBy(second)).toEqual([{ review_id: gina, connector: "stripe" }]);
    expect(incidentsOn(second)).toEqual([]);
  });

  test("whatever changes no policy is not even asked about", async ({ expect }) => {
    const desk = await open("landed-readme");
    const sha = await desk.push("main", { "README.md": "# More\n" });
    await audited(sha);
    const paths = desk.requests().map(({ path }) => path);
    expect(paths.filter((path) => /compare|teams|check-runs/.test(path))).toEqual([]);
    expect(incidentsOn(sha)).toEqual([]);
  });

  test("waits a moment for GitHub to tell through which pull request it came", async ({
    expect,
  }) => {
    const desk = await open("landed-late");
    const { pull } = await approvedRefund(desk);
    desk.github.faults.stale({
      path: new RegExp(`/repos/${desk.repository}/(commits/.*/)?pulls$`),
      reads: 6,
    });
    const sha = await merge(desk, pull);
    await audited(sha);
    expect(incidentsOn(sha)).toEqual([]);
  });
});

describe.concurrent("what lands on the trust branch without approval is an incident", () => {
  test("a direct push", async ({ expect }) => {
    const desk = await open("direct");
    const before = tipOf(desk);
    const sha = await desk.push("main", refund);
    const title = await commitAnswer(
      desk,
      sha,
      "failure",
      "through no pull request",
      "`lena-direct` moved `main`",
      "stripe: not approved by @direct/finance".replace("stripe", "`stripe`"),
      "without asking",
    );
    expect(title).toBe(incident);
    await audited(sha);
    const [row] = incidentsOn(sha);
    expect(row).toMatchObject({ base_sha: before, pull_number: null });
    expect(JSON.parse(row?.body ?? "")).toMatchObject({
      branch: "main",
      before,
      after: sha,
      pusher: { login: "lena-direct" },
      pulls: [],
      unapproved: [{ connector: "stripe", because: "not-approved", owners: ["@direct/finance"] }],
      change: { projects: [{ changes: [{ example: { action: "create_refund" } }] }] },
    });
  });

  test("an administrator's bypass, which the pull request is told of too", async ({ expect }) => {
    const desk = await open("bypass");
    const pull = await desk.propose("refund", refund);
    await desk.answer(pull, "action_required");
    const sha = await desk.github.merge({ pull, as: "bypass-admin", bypass: true });
    await commitAnswer(desk, sha, "failure", "#1");
    await audited(sha);
    const comments = desk.github.commentsOf(pull).filter(({ body }) => body.includes(incident));
    expect(comments).toHaveLength(1);
    expect(incidentsOn(sha)[0]?.pull_number).toBe(1);
    expect(spentBy(sha)).toEqual([]);
  });

  test("an evil merge of an approved pull request: it holds more than was approved", async ({
    expect,
  }) => {
    const desk = await open("evil");
    const { pull, review } = await approvedRefund(desk);
    const { github, repository } = desk;
    const head = github.pullRequest(pull).head.sha;
    const sha = github.writeCommit({
      repository,
      branch: "main",
      author: desk.who("lena"),
      parents: [tipOf(desk), head],
      files: { "kortix.yaml": policy({ refund: "always_run", reply: "always_run" }) },
    });
    await github.push({ repository, user: desk.who("lena"), branch: "main", sha });
    await commitAnswer(desk, sha, "failure", "`helpdesk`: not approved by @evil/support-leads");
    await audited(sha);
    expect(JSON.parse(incidentsOn(sha)[0]?.body ?? "").unapproved).toHaveLength(1);
    expect(spentBy(sha)).toEqual([{ review_id: review, connector: "stripe" }]);
  });

  test("an evil merge that does something else to the approved connector", async ({ expect }) => {
    const desk = await open("twisted");
    const { pull } = await approvedRefund(desk);
    const { github, repository } = desk;
    const more = '  - match: "stripe.send_invoice"\n    action: block\n';
    const sha = github.writeCommit({
      repository,
      branch: "main",
      author: desk.who("lena"),
      parents: [tipOf(desk), github.pullRequest(pull).head.sha],
      files: { "kortix.yaml": policy({ refund: "always_run", more }) },
    });
    await github.push({ repository, user: desk.who("lena"), branch: "main", sha });
    await commitAnswer(desk, sha, "failure", "`stripe`: not approved by @twisted/finance", "#1");
    await audited(sha);
    expect(spentBy(sha)).toEqual([]);
  });

  test("a merge through another pull request that nobody approved", async () => {
    const desk = await open("carried");
    const { pull } = await approvedRefund(desk);
    const { github, repository } = desk;
    const head = github.pullRequest(pull).head.sha;
    await github.push({ repository, user: desk.who("lena"), branch: "carrier", sha: head });
    await desk.push("carrier", { "kortix.yaml": policy({ refund: "always_run", reply: "block" }) });
    const carrier = await github.openPullRequest({
      repository,
      author: desk.who("nora"),
      head: "carrier",
    });
    await desk.answer(carrier, "action_required");
    const sha = await github.merge({ pull: carrier, as: "carried-admin", bypass: true });
    await commitAnswer(desk, sha, "failure", "`helpdesk`: not approved by @carried/support-leads");
  });

  test("a merge that was faster than the dismissal of its approval", async () => {
    const desk = await open("faster");
    const { pull, review } = await approvedRefund(desk);
    const { github } = desk;
    const held = github.faults.hold({ path: new RegExp(`/repos/${desk.repository}/pulls/1$`) });
    await github.dismissReview({ pull, review, by: desk.who("nora") });
    await held.arrived;
    const sha = await merge(desk, pull);
    held.release();
    await commitAnswer(desk, sha, "failure", "`stripe`: not approved by @faster/finance");
  });

  test("a change of the gate's own configuration, also one that makes it unreadable", async ({
    expect,
  }) => {
    const desk = await open("config-push");
    const sha = await desk.push("main", {
      [configPath]: owners("config-push").replace("/finance", "/support-leads"),
    });
    await commitAnswer(desk, sha, "failure", "@config-push/finance", "@config-push/support-leads");
    const broken = await desk.push("main", { [configPath]: "owners: [\n" });
    await commitAnswer(desk, broken, "failure", "nobody can say by whom");
    expect(desk.github.conclusionsOf(desk.repository, sha).at(-1)?.conclusion).toBe("failure");
  });

  test("a revert of what tightened, by a direct push; the next commit has its own check", async ({
    expect,
  }) => {
    const desk = await open("reverted");
    const before = tipOf(desk);
    const sha = await desk.push("main", refund);
    await commitAnswer(desk, sha, "failure");
    const user = "reverted-admin";
    await desk.github.forcePush({ repository: desk.repository, user, branch: "main", sha: before });
    await commitAnswer(desk, before, "failure", "held back or refused");
    expect(desk.github.conclusionsOf(desk.repository, sha).at(-1)?.conclusion).toBe("failure");
    await audited(before);
    expect(incidentsOn(sha)).toHaveLength(1);
  });

  test("an approval that is used a second time", async ({ expect }) => {
    const desk = await open("again");
    const { pull } = await approvedRefund(desk);
    const before = tipOf(desk);
    const sha = await merge(desk, pull);
    await audited(sha);
    const at = { repository: desk.repository, user: "again-admin", branch: "main" };
    await desk.github.forcePush({ ...at, sha: before });
    await audited(before);
    await desk.github.forcePush({ ...at, sha });
    await commitAnswer(desk, sha, "failure", "was used by a merge before");
    expect(spentBy(sha)).toHaveLength(1);
  });

  test("keeps its check closed when somebody presses Re-run, and when the commit goes elsewhere", async ({
    expect,
  }) => {
    const desk = await open("stays");
    const { github, repository } = desk;
    const before = tipOf(desk);
    const sha = await desk.push("main", refund);
    await commitAnswer(desk, sha, "failure");
    await audited(sha);
    const said = github.conclusionsOf(repository, sha).length;
    const run = github.checkRunOf(repository, sha)?.id ?? 0;
    await github.rerequestCheckRun({ repository, run, by: desk.who("lena") });
    await vi.waitUntil(() => github.conclusionsOf(repository, sha).length > said, {
      timeout: 60_000,
    });
    await commitAnswer(desk, sha, "failure", "through no pull request");
    const user = desk.who("lena");
    await github.push({ repository, user, branch: "other", sha: before });
    await github.push({ repository, user, branch: "side", sha });
    const pull = await github.openPullRequest({
      repository,
      author: user,
      head: "side",
      base: "other",
    });
    await desk.settled(pull);
    expect(desk.isOpen(pull) || desk.colours(pull).includes("success")).toBe(false);
    expect(github.checkRunsOf(repository, sha)).toHaveLength(1);
  });
});

describe.concurrent("other branches", () => {
  test("that the configuration trusts are audited from their first push on", async ({ expect }) => {
    const desk = await open("second", { config: owners("second", "branches: [release]\n") });
    const { github, repository } = desk;
    const user = desk.who("lena");
    await github.push({ repository, user, branch: "release", sha: tipOf(desk) });
    const sha = await desk.push("release", refund);
    await commitAnswer(desk, sha, "failure", "moved `release`");
    await audited(sha, "release");
    expect(incidentsOn(sha)).toHaveLength(1);
  });

  test("that nobody trusts are left alone", async ({ expect }) => {
    const desk = await open("feature");
    await desk.push("main", { "README.md": "# Known\n" });
    await audited(tipOf(desk));
    await desk.push("feature", { "README.md": "# One\n" });
    const sha = await desk.push("feature", refund);
    await sleep(2_000);
    expect(desk.github.checkRunsOf(desk.repository, sha)).toEqual([]);
    expect(incidentsOn(sha)).toEqual([]);
  });
});

/** The next delivery is lost, and GitHub does not tell which were. */
function loseForGood({ github }: Desk): void {
  github.faults.next({ method: "GET", path: /hook\/deliveries/, answer: 404, times: 50 });
  github.webhooks.dropNext(1);
}

describe("webhooks", () => {
  test("in whatever order, and twice, say nothing new of what landed", async ({ expect }) => {
    const desk = await open("landed-order");
    const { pull, review } = await approvedRefund(desk);
    desk.github.webhooks.hold();
    const sha = await merge(desk, pull);
    const next = await desk.push("main", { "README.md": "# Later\n" });
    await desk.github.webhooks.release((all) => [...all].reverse());
    await audited(next);
    const told = desk.github.webhooks.deliveries.findLast(
      ({ event, body }) => event === "push" && body.includes(`"after":"${sha}"`),
    );
    await desk.github.webhooks.redeliver(told?.id ?? 0);
    await vi.waitUntil(() => spentBy(sha).length > 0, { timeout: 60_000 });
    await desk.settled(pull);
    expect(spentBy(sha)).toEqual([{ review_id: review, connector: "stripe" }]);
    expect([...incidentsOn(sha), ...incidentsOn(next)]).toEqual([]);
  });

  test("that are lost are missed when the next one tells where its push started", async ({
    expect,
  }) => {
    const desk = await open("lost");
    await desk.push("main", { "README.md": "# Known\n" });
    await audited(tipOf(desk));
    loseForGood(desk);
    const lost = await desk.push("main", refund);
    await desk.push("main", { "README.md": "# Later\n" });
    await commitAnswer(desk, lost, "failure", "Somebody moved `main`");
    await audited(tipOf(desk));
    expect(incidentsOn(lost)).toHaveLength(1);
    expect(incidentsOn(tipOf(desk))).toEqual([]);
  });

  test("that are lost are missed when the app looks for itself", async ({ expect }) => {
    const desk = await open("swept");
    await desk.push("main", { "README.md": "# Known\n" });
    await audited(tipOf(desk));
    loseForGood(desk);
    const lost = await desk.push("main", refund);
    await running.restart();
    await commitAnswer(desk, lost, "failure", "Somebody moved `main`");
    await audited(lost);
    expect(incidentsOn(lost)).toHaveLength(1);
  });
});

test("nothing departed from GitHub's description", ({ expect }) => {
  expect(running.github.violations).toEqual([]);
});
