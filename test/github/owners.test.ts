import { describe, test, vi } from "vitest";
import { openDesk, owners, policy } from "./desk.ts";
import { sharedRunning } from "./shared-running.ts";

vi.setConfig({ maxConcurrency: 40, testTimeout: 90_000 });

const running = sharedRunning();

const loosened = { "kortix.yaml": policy({ refund: "always_run" }) };
/** A desk whose `stripe` is owned by somebody else than finance. */
const owned = (organization: string, stripe: string, fallback = `@${organization}/security`) =>
  openDesk(running.github, {
    organization,
    config: `owners:\n  stripe: ["${stripe}"]\n  "*": ["${fallback}"]\n`,
  });

describe.concurrent("owners who are the author", () => {
  test("alone: the fallback owners are asked", async ({ expect }) => {
    const desk = await owned("sole", "@lena-sole");
    const pull = await desk.propose("loosen", loosened);
    await desk.answer(pull, "action_required", "and the fallback owners");
    await desk.judged(pull, () => desk.approve(pull, "lena"));
    expect(desk.colours(pull)).not.toContain("success");
    await desk.approve(pull, "sven");
    await desk.answer(pull, "success");
  });

  test("with nobody behind them: closed, and said so", async ({ expect }) => {
    const desk = await owned("alone", "@lena-alone", "@lena-alone");
    const pull = await desk.propose("loosen", loosened);
    await desk.answer(
      pull,
      "action_required",
      "no owner is left who did not contribute to this change",
    );
    await desk.judged(pull, () => desk.approve(pull, "sven"));
    expect(desk.colours(pull)).not.toContain("success");
  });
});

describe.concurrent("an owner that GitHub does not know", () => {
  test("a team that does not exist closes its connector, whoever else approves", async ({
    expect,
  }) => {
    const desk = await owned("unknown", "@unknown/treasury");
    const pull = await desk.propose("loosen", loosened);
    await desk.answer(
      pull,
      "action_required",
      "`@unknown/treasury` cannot be asked: the team does not exist or the app cannot see it",
    );
    await desk.judged(pull, () => desk.approve(pull, "sven"));
    expect(desk.colours(pull)).not.toContain("success");
  });

  test("so does a team of another organization", async () => {
    await running.github.createOrganization({ login: "elsewhere", install: false });
    const desk = await owned("abroad", "@elsewhere/finance");
    const pull = await desk.propose("loosen", loosened);
    await desk.answer(
      pull,
      "action_required",
      "`@elsewhere/finance` cannot be asked: the team does not exist or the app cannot see it",
    );
  });

  test("so does a secret team that the app cannot see", async () => {
    const desk = await owned("hidden", "@hidden/vault");
    await running.github.createTeam({
      organization: "hidden",
      name: "Vault",
      secret: true,
      members: [desk.who("maria")],
    });
    const pull = await desk.propose("loosen", loosened);
    await desk.answer(pull, "action_required", "`@hidden/vault` cannot be asked");
  });

  test("so does a user who left", async () => {
    const desk = await owned("left", "@otto-left");
    await running.github.removeOrganizationMember({ organization: "left", user: desk.who("otto") });
    const pull = await desk.propose("loosen", loosened);
    await desk.answer(
      pull,
      "action_required",
      "`@otto-left` cannot be asked: the user has no access to this repository",
    );
  });

  test("so does a user who is suspended", async () => {
    const desk = await owned("suspended", "@otto-suspended");
    running.github.suspendUser(desk.who("otto"));
    const pull = await desk.propose("loosen", loosened);
    await desk.answer(
      pull,
      "action_required",
      "`@otto-suspended` cannot be asked: the user has no access to this repository",
    );
  });

  test("so does a name that was deleted, or never was", async () => {
    const desk = await owned("nobody", "@nobody-at-all");
    const pull = await desk.propose("loosen", loosened);
    await desk.answer(
      pull,
      "action_required",
      "`@nobody-at-all` cannot be asked: there is no such user",
    );
  });
});

describe.concurrent("a team", () => {
  test("that was emptied closes its connector", async ({ expect }) => {
    const desk = await openDesk(running.github, { organization: "emptied" });
    for (const name of ["maria", "gina"] as const) {
      await running.github.removeMember({ team: "emptied/finance", user: desk.who(name) });
    }
    const pull = await desk.propose("loosen", loosened);
    await desk.answer(pull, "action_required", "`@emptied/finance` has no active member");
    await desk.judged(pull, () => desk.approve(pull, "sven"));
    expect(desk.colours(pull)).not.toContain("success");
  });

  test("does not count whom it only invited", async ({ expect }) => {
    const desk = await openDesk(running.github, { organization: "invited" });
    await running.github.addMember({
      team: "invited/finance",
      user: desk.who("otto"),
      state: "pending",
    });
    const pull = await desk.propose("loosen", loosened);
    await desk.approve(pull, "otto");
    await desk.answer(
      pull,
      "action_required",
      "`otto-invited` owns none of the affected connectors",
    );
    expect(desk.colours(pull)).not.toContain("success");
  });

  test("does not count whom it removed after they approved, once it is judged again", async ({
    expect,
  }) => {
    const desk = await openDesk(running.github, { organization: "removed" });
    const pull = await desk.propose("loosen", loosened);
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    await running.github.removeMember({ team: "removed/finance", user: desk.who("maria") });
    await desk.github.editPullRequest(pull, { by: desk.who("nora"), title: "Refunds" });
    await desk.answer(
      pull,
      "action_required",
      "`maria-removed` owns none of the affected connectors",
    );
    expect(desk.isOpen(pull)).toBe(false);
  });

  test("counts the members of the teams below it", async () => {
    const desk = await openDesk(running.github, { organization: "nested" });
    await running.github.createTeam({
      organization: "nested",
      name: "Payouts",
      parent: "finance",
      members: [desk.who("otto")],
    });
    const pull = await desk.propose("loosen", loosened);
    await desk.approve(pull, "otto");
    await desk.answer(pull, "success");
  });

  test("must give as many approvals as the configuration requires, by different people", async ({
    expect,
  }) => {
    const desk = await openDesk(running.github, {
      organization: "two-needed",
      config: owners("two-needed", "approvals:\n  required: 2\n"),
    });
    const pull = await desk.propose("loosen", loosened);
    await desk.approve(pull, "maria");
    await desk.approve(pull, "maria");
    await desk.answer(pull, "action_required", "waiting for 1 approval");
    expect(desk.colours(pull)).not.toContain("success");
    await desk.approve(pull, "gina");
    await desk.answer(pull, "success");
  });
});

test("a commit that names no account needs one more approval", async ({ expect }) => {
  const desk = await openDesk(running.github, { organization: "unattributed" });
  const pull = await desk.propose("loosen", loosened, {
    author: { name: "Somebody", email: "somebody@elsewhere.test" },
    pusher: desk.who("lena"),
  });
  await desk.approve(pull, "maria");
  await desk.answer(
    pull,
    "action_required",
    "waiting for 1 approval",
    "names no account, so one more approval is needed",
  );
  expect(desk.colours(pull)).not.toContain("success");
  await desk.approve(pull, "gina");
  await desk.answer(pull, "success");
});

test("nothing departed from GitHub's description", ({ expect }) => {
  expect(running.github.violations).toEqual([]);
});
