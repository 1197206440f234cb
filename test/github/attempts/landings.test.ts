import { type NamedEntry, openLog } from "../../../src/storage/decisions/log-reader.ts";
import { commitAnswer } from "../commit-check.ts";
import { type Desk, policy } from "../desk.ts";
import { postWebhook } from "../post-webhook.ts";
import { pressedButton } from "../pressed-button.ts";
import { attempts } from "./attempt.ts";

const attempt = attempts();

/** Two rules hold refunds; each pull request takes one of them away. */
const rule = (match: string, action: string): string =>
  `  - match: "${match}"\n    action: ${action}\n`;
const twice = policy({ more: rule("stripe.create_*", "require_approval") });
const withoutTheFirst = twice.replace(rule("stripe.create_refund", "require_approval"), "");
const withoutTheSecond = policy({ more: rule("stripe.create_*", "always_run") });

const tipOf = ({ github, repository }: Desk): string => github.shaOf(repository, "main");

attempt(
  37,
  "merge two harmless pull requests whose combination is not",
  async ({ desk, expect }) => {
    const main = tipOf(desk);
    const tidy = await desk.propose(
      "tidy",
      { "kortix.yaml": withoutTheFirst },
      { parents: [main] },
    );
    await desk.answer(tidy, "success");
    const loosen = await desk.propose(
      "loosen",
      { "kortix.yaml": withoutTheSecond },
      { parents: [main] },
    );
    await desk.approve(loosen, "maria");
    await desk.answer(loosen, "success");
    await desk.github.enqueue({ pull: tidy, as: desk.who("lena") });
    const group = await desk.github.enqueue({ pull: loosen, as: desk.who("lena") });
    await commitAnswer(desk, group.headSha, "failure", "is not what is approved on #2");
    const shown = desk.github.conclusionsOf(desk.repository, group.headSha);
    expect(shown.map(({ conclusion }) => conclusion)).not.toContain("success");
  },
  { files: { "kortix.yaml": twice } },
);

attempt(
  38,
  "enter the merge queue, then have the approval dismissed",
  async ({ desk, expect, propose }) => {
    const pull = await propose();
    const review = await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    const { headSha } = await desk.github.enqueue({ pull, as: desk.who("lena") });
    await commitAnswer(desk, headSha, "success");
    await desk.github.dismissReview({ pull, review, by: desk.who("lena") });
    await commitAnswer(desk, headSha, "failure");
    await expect(desk.github.mergeQueue({ repository: desk.repository, pull })).rejects.toThrow();
  },
);

attempt(
  39,
  "bring the same commits in through another pull request",
  async ({ desk, expect, propose }) => {
    const { github, repository } = desk;
    const pull = await propose();
    const { sha } = github.pullRequest(pull).head;
    await github.push({ repository, user: desk.who("lena"), branch: "carrier", sha });
    await github.commit({
      repository,
      branch: "carrier",
      author: desk.who("lena"),
      files: { "README.md": "# Words only\n" },
    });
    const carrier = await github.openPullRequest({
      repository,
      author: desk.who("nora"),
      head: "carrier",
    });
    await desk.answer(carrier, "action_required", "attempt-39/finance");
    expect(desk.isOpen(carrier)).toBe(false);
    await desk.settled(carrier);
    const landed = await github.merge({ pull: carrier, as: "attempt-39-admin", bypass: true });
    await commitAnswer(desk, landed, "failure", "#2", "`stripe`");
  },
);

attempt(
  40,
  "merge by hand with something else in it and push that",
  async ({ desk, expect, propose }) => {
    const { github, repository } = desk;
    const pull = await propose();
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    await desk.settled(pull);
    const evil = github.writeCommit({
      repository,
      branch: "main",
      parents: [tipOf(desk), github.pullRequest(pull).head.sha],
      author: desk.who("lena"),
      files: { "kortix.yaml": policy({ refund: "always_run", reply: "always_run" }) },
    });
    await github.push({ repository, user: "attempt-40-admin", branch: "main", sha: evil });
    const title = await commitAnswer(desk, evil, "failure", "`helpdesk`");
    expect(title).toBe("Incident: landed without approval");
  },
);

attempt(
  41,
  "merge as an administrator who may bypass the rule",
  async ({ desk, expect, propose }) => {
    const pull = await propose();
    await desk.settled(pull);
    const sha = await desk.github.merge({ pull, as: "attempt-41-admin", bypass: true });
    await commitAnswer(desk, sha, "failure", "`stripe`", "not approved by @attempt-41/finance");
    await desk.settled(pull);
    const said = desk.github.commentsOf(pull).map(({ body }) => body);
    expect(said.some((body) => body.includes("landed without approval"))).toBe(true);
  },
);

attempt(42, "revert a pull request that made a rule stricter", async ({ desk, expect }) => {
  const pull = await desk.propose("tighten", { "kortix.yaml": policy({ refund: "block" }) });
  await desk.approve(pull, "maria");
  await desk.answer(pull, "success");
  await desk.settled(pull);
  await desk.github.merge({ pull, as: desk.who("lena") });
  const head = await desk.github.revert({ pull, as: desk.who("lena") });
  const revert = await desk.github.openPullRequest({
    repository: desk.repository,
    author: desk.who("nora"),
    head,
  });
  await desk.answer(revert, "action_required", "attempt-42/finance");
  expect(desk.colours(revert)).not.toContain("success");
});

attempt(53, "press a button on the check run", async ({ desk, expect, propose, running }) => {
  const pull = await propose();
  await desk.approve(pull, "otto");
  await desk.settled(pull);
  const before = desk.requests().length;
  // Our check run offers no button, and whoever makes one up finds nobody behind it.
  const payload = pressedButton(desk, pull, desk.who("lena"));
  expect(await postWebhook(running, "check_run", payload)).toBeLessThan(300);
  const log = await openLog(`sqlite:${running.database}`);
  const buttons: NamedEntry[] = [];
  const name = { owner: "attempt-53", repo: "desk", number: pull.number };
  for await (const line of log.linesOf(name)) if (line.kind === "override") buttons.push(line);
  await log.close();
  expect(buttons.map(({ body }) => body)).toMatchObject([
    { step: "button", outcome: "ignored", login: desk.who("lena") },
  ]);
  await desk.settled(pull);
  expect(desk.requests()).toHaveLength(before);
  expect(desk.colours(pull)).not.toContain("success");
});
