import { type Pull, policy } from "../desk.ts";
import { attempts, loosened, type Stage } from "./attempt.ts";

const attempt = attempts();

/** Maria, an owner, approves, and the gate never opened for it: it says why. */
async function inVain(
  { desk, expect }: Pick<Stage, "desk" | "expect">,
  pull: Pull,
  because: string,
): Promise<void> {
  await desk.approve(pull, "maria");
  await desk.answer(pull, "action_required", because);
  await desk.settled(pull);
  expect(desk.colours(pull)).not.toContain("success");
}

attempt(
  11,
  "approve with a second account: two owners are needed where the configuration says so",
  async ({ desk, expect, propose }) => {
    const pull = await propose();
    await inVain({ desk, expect }, pull, "waiting for 1 approval");
    await desk.approve(pull, "gina");
    await desk.answer(pull, "success");
  },
  {
    config: `owners:
  stripe: ["@attempt-11/finance"]
  "*": ["@attempt-11/security"]
approvals: { required: 2 }
`,
  },
);

attempt(
  12,
  "an owner commits to the pull request by accepting a suggestion, then approves",
  async ({ desk, expect, propose }) => {
    const pull = await propose();
    await desk.push(
      "loosen",
      { "kortix.yaml": policy({ refund: "always_run", more: "# Suggested\n" }) },
      { committer: desk.who("maria"), pusher: desk.who("lena") },
    );
    await inVain({ desk, expect }, pull, "`maria-attempt-12` took part in the change");
    await desk.approve(pull, "gina");
    await desk.answer(pull, "success");
  },
);

attempt(
  13,
  "commit under an address that GitHub knows no account for",
  async ({ desk, expect }) => {
    const pull = await desk.propose("loosen", loosened, {
      author: { name: "Nobody", email: "nobody@elsewhere.test" },
      pusher: desk.who("lena"),
    });
    await inVain({ desk, expect }, pull, "waiting for 1 approval");
    await desk.approve(pull, "gina");
    await desk.answer(pull, "success");
  },
);

attempt(
  14,
  "hide an owner's own commit behind the second parent of a merge",
  async ({ desk, expect, running }) => {
    const { github } = running;
    const { repository } = desk;
    const main = github.shaOf(repository, "main");
    const theirs = github.writeCommit({
      repository,
      branch: "hidden",
      parents: [main],
      author: desk.who("maria"),
      files: loosened,
    });
    const merge = github.writeCommit({
      repository,
      branch: "hidden",
      parents: [main, theirs],
      author: desk.who("lena"),
      files: loosened,
    });
    await github.push({ repository, user: desk.who("lena"), branch: "hidden", sha: merge });
    const pull = await github.openPullRequest({
      repository,
      author: desk.who("nora"),
      head: "hidden",
    });
    await inVain({ desk, expect }, pull, "`maria-attempt-14` took part in the change");
  },
);

attempt(
  15,
  "name an owner as co-author to keep them from approving",
  async ({ desk, expect, running }) => {
    const maria = running.github.createUser({ login: "mia-attempt-15" });
    await running.github.addMember({ team: "attempt-15/finance", user: maria.login });
    const pull = await desk.propose("loosen", loosened, {
      message:
        "Refunds\n\nCo-authored-by: Maria <maria-attempt-15@acme.test>\n" +
        `Co-authored-by: Mia <${maria.id}+${maria.login}@users.noreply.github.com>`,
    });
    await running.github.submitReview({ pull, user: maria.login, state: "APPROVED" });
    await desk.answer(pull, "action_required", "is a co-author of commit");
    expect(desk.colours(pull)).not.toContain("success");
    // An address that anybody may write down bars nobody.
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success", "approved by `maria-attempt-15`");
  },
);

attempt(
  64,
  "as an owner, push a commit in somebody's name behind a merge of one's own",
  async ({ desk, expect, running }) => {
    const { github } = running;
    const { repository, who } = desk;
    const pull = await desk.propose("loosen", { "README.md": "# Soon\n" });
    await desk.answer(pull, "success");
    const theirs = github.writeCommit({
      repository,
      branch: "loosen",
      parents: [github.shaOf(repository, "main")],
      author: who("lena"),
      files: loosened,
    });
    const merge = github.writeCommit({
      repository,
      branch: "loosen",
      parents: [github.shaOf(repository, "loosen"), theirs],
      author: who("lena"),
      files: { ...loosened, "README.md": "# Soon\n" },
    });
    await github.push({ repository, user: who("maria"), branch: "loosen", sha: merge });
    await inVain({ desk, expect }, pull, "`maria-attempt-64` took part in the change");
  },
);

attempt(
  65,
  "as an owner, push a branch in somebody's name, and let a bot open it",
  async ({ desk, expect, running }) => {
    const { github } = running;
    const { repository, who } = desk;
    const { login: bot } = github.createUser({ login: "opener-attempt-65[bot]", type: "Bot" });
    await github.grant({ repository, user: bot, permission: "write" });
    await desk.push("loosen", loosened, { pusher: who("maria") });
    const pull = await github.openPullRequest({ repository, author: bot, head: "loosen" });
    await desk.answer(pull, "action_required");
    await inVain({ desk, expect }, pull, "`maria-attempt-65` took part in the change");
    await desk.approve(pull, "gina");
    await desk.answer(pull, "success");
  },
);
