import { commitAnswer } from "../commit-check.ts";
import { configPath, owners, policy } from "../desk.ts";
import { attempts, loosened } from "./attempt.ts";

const attempt = attempts();

attempt(26, "take a connector's owners away", async ({ desk, expect }) => {
  const pull = await desk.propose("unowned", {
    "kortix.yaml": policy({ refund: "always_run" }),
    [configPath]: owners("attempt-26").replace(/ {2}stripe:.*\n/, ""),
  });
  await desk.answer(pull, "action_required", "attempt-26/finance", "attempt-26/security");
  await desk.judged(pull, () => desk.approve(pull, "sven"));
  expect(desk.colours(pull)).not.toContain("success");
  await desk.approve(pull, "maria");
  await desk.answer(pull, "success");
});

attempt(
  27,
  "rename the owning team, and make another one of its name",
  async ({ desk, expect, propose }) => {
    const { github } = desk;
    const pull = await propose();
    await github.renameTeam("attempt-27/finance", "Treasury");
    await github.createTeam({
      organization: "attempt-27",
      name: "Finance",
      members: [desk.who("otto")],
    });
    await desk.approve(pull, "otto");
    await desk.answer(pull, "action_required", "`@attempt-27/finance`");
    await desk.settled(pull);
    expect(desk.colours(pull)).not.toContain("success");
  },
);

attempt(
  28,
  "add an accomplice to the owning team, approve, remove them again",
  async ({ desk, expect, propose }) => {
    const { github } = desk;
    const pull = await propose();
    const member = { team: "attempt-28/finance", user: desk.who("otto") };
    await github.addMember(member);
    await desk.approve(pull, "otto");
    await desk.answer(pull, "success");
    await github.removeMember(member);
    await desk.answer(pull, "action_required");
    expect(desk.isOpen(pull)).toBe(false);
  },
);

attempt(
  29,
  "approve as somebody who is only invited, or suspended",
  async ({ desk, expect, propose }) => {
    const { github } = desk;
    const pull = await propose();
    await github.addMember({
      team: "attempt-29/finance",
      user: desk.who("otto"),
      state: "pending",
    });
    await desk.judged(pull, () => desk.approve(pull, "otto"));
    expect(desk.colours(pull)).not.toContain("success");
    await desk.approve(pull, "gina");
    await desk.answer(pull, "success");
    github.suspendUser(desk.who("gina"));
    await desk.approve(pull, "hugo");
    await desk.answer(pull, "action_required");
    expect(desk.isOpen(pull)).toBe(false);
  },
);

attempt(
  30,
  "approve as a bot of the owning team, or as a stranger",
  async ({ desk, expect, propose }) => {
    const { github } = desk;
    const pull = await propose();
    const bot = github.createUser({ login: "helper-attempt-30[bot]", type: "Bot" });
    const stranger = github.createUser({ login: "stranger-attempt-30" });
    for (const user of [bot.login, stranger.login]) {
      await github.grant({ repository: desk.repository, user, permission: "read" });
    }
    await github.addMember({ team: "attempt-30/finance", user: bot.login });
    await github.submitReview({ pull, user: bot.login, state: "APPROVED" });
    await desk.judged(pull, async () => {
      await github.submitReview({ pull, user: stranger.login, state: "APPROVED" });
    });
    await desk.answer(pull, "action_required", "is a bot", "`stranger-attempt-30` owns none");
    expect(desk.colours(pull)).not.toContain("success");
  },
);

attempt(
  58,
  "make everybody an owner",
  async ({ desk, expect }) => {
    const { github } = desk;
    const everybody = Array.from({ length: 8 }, (_, index) => `member-${index}-attempt-58`);
    for (const login of everybody) github.createUser({ login });
    await github.createTeam({ organization: "attempt-58", name: "Everybody", members: everybody });
    const pull = await desk.propose("loosen", loosened);
    await desk.answer(pull, "action_required", "@attempt-58/everybody");
    await github.submitReview({ pull, user: everybody[0] ?? "", state: "APPROVED" });
    await desk.settled(pull);
    expect(desk.colours(pull)).not.toContain("success");
  },
  {
    config: `owners:
  stripe: ["@attempt-58/everybody"]
  "*": ["@attempt-58/security"]
approvals: { widest_team: 5 }
`,
  },
);

attempt(
  63,
  "wait until nobody can read which manifests are guarded, then alter one",
  async ({ desk, expect }) => {
    const { github, repository, who } = desk;
    await desk.push("main", { [configPath]: "owners: nobody\n" });
    await desk.push("release", { "README.md": "# Released\n" });
    const pull = await desk.propose("loosen", {
      "agents/policy.yaml": policy({ refund: "always_run" }),
    });
    await desk.answer(pull, "action_required", "cannot be read, so nobody can be asked");
    await desk.judged(pull, () => desk.approve(pull, "maria"));
    expect(desk.colours(pull)).not.toContain("success");
    const sha = await github.merge({ pull, as: "attempt-63-admin", bypass: true });
    expect(await commitAnswer(desk, sha, "failure")).toContain("without approval");
    const elsewhere = await github.openPullRequest({
      repository,
      author: who("nora"),
      head: "loosen",
      base: "release",
    });
    await desk.settled(elsewhere);
    expect(desk.colours(elsewhere)).not.toContain("success");
  },
  {
    config: owners("attempt-63", "manifest: agents/policy.yaml\nbranches: [release]\n"),
    files: { "agents/policy.yaml": policy() },
  },
);
