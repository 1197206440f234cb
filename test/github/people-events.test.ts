import { describe, test, vi } from "vitest";
import { configPath, type Desk, openDesk, owners, type Pull, policy } from "./desk.ts";
import { postWebhook } from "./post-webhook.ts";
import { sharedRunning } from "./shared-running.ts";

vi.setConfig({ maxConcurrency: 40, testTimeout: 120_000 });

const running = sharedRunning();

const loosened = { "kortix.yaml": policy({ refund: "always_run" }) };

/** A pull request that an owner of `stripe` has approved, and that is green. */
async function green(organization: string, config?: string): Promise<[Desk, Pull]> {
  const more = config === undefined ? {} : { config };
  const desk = await openDesk(running.github, { organization, ...more });
  const pull = await desk.propose("loosen", loosened);
  await desk.approve(pull, "maria");
  await desk.answer(pull, "success");
  return [desk, pull];
}

/** What the last webhook about an organization carried. */
function carried(organization: string): { readonly installation: { readonly id: number } } {
  const found = running.github.webhooks.deliveries.findLast(({ body }) =>
    body.includes(`"full_name":"${organization}/desk"`),
  );
  return JSON.parse(found?.body ?? "null") as { readonly installation: { readonly id: number } };
}

describe.concurrent("an approval that stands, without any event of its pull request", () => {
  test("is lost at once when its owner is taken out of the team", async ({ expect }) => {
    const [desk, pull] = await green("taken-out");
    await desk.github.removeMember({ team: "taken-out/finance", user: desk.who("maria") });
    await desk.answer(
      pull,
      "action_required",
      "`maria-taken-out` owns none of the affected connectors",
    );
    expect(desk.colours(pull).slice(-3)).toEqual(["success", "in_progress", "action_required"]);
    expect(desk.isOpen(pull)).toBe(false);
  });

  test("is lost when its owner is taken out of a team below", async ({ expect }) => {
    const desk = await openDesk(running.github, { organization: "below" });
    const child = { organization: "below", name: "Payouts", parent: "finance" };
    await desk.github.createTeam({ ...child, members: [desk.who("otto")] });
    const pull = await desk.propose("loosen", loosened);
    await desk.approve(pull, "otto");
    await desk.answer(pull, "success");
    await desk.github.removeMember({ team: "below/payouts", user: desk.who("otto") });
    await desk.answer(pull, "action_required", "`otto-below` owns none");
    expect(desk.isOpen(pull)).toBe(false);
  });

  test("is lost when its owner, named alone, leaves the organization", async ({ expect }) => {
    const [desk, pull] = await green("departed", 'owners:\n  "*": ["@maria-departed"]\n');
    await desk.judged(pull, () =>
      desk.github.removeMember({ team: "departed/finance", user: desk.who("maria") }),
    );
    expect(desk.isOpen(pull)).toBe(true);
    await desk.github.removeOrganizationMember({
      organization: "departed",
      user: desk.who("maria"),
    });
    await desk.answer(pull, "action_required", "the user has no access to this repository");
    expect(desk.isOpen(pull)).toBe(false);
  });

  test("is lost when its owner is suspended, as soon as anything is heard", async ({ expect }) => {
    const [desk, pull] = await green("put-on-ice");
    desk.github.suspendUser(desk.who("maria"));
    await desk.github.addMember({ team: "put-on-ice/security", user: desk.who("otto") });
    await desk.answer(pull, "action_required", "`maria-put-on-ice` owns none");
    expect(desk.isOpen(pull)).toBe(false);
  });

  test("counts as soon as its author becomes an owner", async ({ expect }) => {
    const desk = await openDesk(running.github, { organization: "promoted" });
    const pull = await desk.propose("loosen", loosened);
    await desk.answer(pull, "action_required");
    await desk.approve(pull, "otto");
    await desk.answer(pull, "action_required", "`otto-promoted` owns none");
    await desk.github.addMember({ team: "promoted/finance", user: desk.who("otto") });
    await desk.answer(pull, "success");
    expect(desk.isOpen(pull)).toBe(true);
  });

  test("does not come back with an accomplice who was in the team for a while", async ({
    expect,
  }) => {
    const desk = await openDesk(running.github, { organization: "accomplice" });
    const pull = await desk.propose("loosen", loosened);
    await desk.answer(pull, "action_required");
    await desk.github.addMember({ team: "accomplice/finance", user: desk.who("otto") });
    await desk.approve(pull, "otto");
    await desk.answer(pull, "success");
    await desk.github.removeMember({ team: "accomplice/finance", user: desk.who("otto") });
    await desk.answer(pull, "action_required", "`otto-accomplice` owns none");
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    expect(desk.comment(pull)).not.toContain("approved by `otto-accomplice`");
  });

  test("is not believed while GitHub still shows the member who left", async ({ expect }) => {
    const [desk, pull] = await green("lagging-team");
    desk.github.faults.stale({
      path: /\/teams\/finance\/memberships\/maria-lagging-team$/,
      reads: 2,
    });
    await desk.github.removeMember({ team: "lagging-team/finance", user: desk.who("maria") });
    await desk.answer(pull, "action_required", "`maria-lagging-team` owns none");
    const shown = desk.colours(pull);
    expect(shown.slice(shown.lastIndexOf("success"))).toEqual([
      "success",
      "in_progress",
      "action_required",
    ]);
    expect(shown.filter((colour) => colour === "success")).toHaveLength(1);
  });

  test("of an owner by name is lost when their access is taken away", async ({ expect }) => {
    const config = `owners:\n  "*": ["@maria-shut-out"]\n`;
    const [desk, pull] = await green("shut-out", config);
    const { installation } = carried("shut-out");
    const { github } = desk;
    await github.webhooks.settled();
    github.suspendUser(desk.who("maria"));
    const { repository } = github.pullRequest(pull);
    const named = { id: repository.id, name: "desk", owner: { login: "shut-out" } };
    const member = { id: 1, login: desk.who("maria"), type: "User" };
    expect(
      await postWebhook(running, "member", {
        action: "removed",
        member,
        repository: named,
        installation,
      }),
    ).toBeLessThan(300);
    await desk.answer(pull, "action_required", "the user has no access to this repository");
    expect(desk.isOpen(pull)).toBe(false);
  });
});

describe.concurrent("a team's name", () => {
  test("that was given up for another closes, and says both", async ({ expect }) => {
    const [desk, pull] = await green("renamed-team");
    await desk.github.renameTeam("renamed-team/finance", "Treasury");
    await desk.answer(
      pull,
      "action_required",
      "`@renamed-team/finance` cannot be asked: the team is now called `@renamed-team/treasury`",
    );
    expect(desk.isOpen(pull)).toBe(false);
  });

  test("whose team was deleted closes", async ({ expect }) => {
    const [desk, pull] = await green("deleted-team");
    await desk.github.deleteTeam("deleted-team/finance");
    await desk.answer(
      pull,
      "action_required",
      "`@deleted-team/finance` cannot be asked: the team was deleted",
    );
    expect(desk.isOpen(pull)).toBe(false);
  });

  test("that somebody else took closes, and owns nothing", async ({ expect }) => {
    const [desk, pull] = await green("taken-name");
    await desk.github.deleteTeam("taken-name/finance");
    await desk.answer(pull, "action_required", "the team was deleted");
    const team = await desk.github.createTeam({
      organization: "taken-name",
      name: "Finance",
      members: [desk.who("otto")],
    });
    await desk.answer(pull, "action_required", `leads to the team with the id ${team.id} now`);
    await desk.judged(pull, () => desk.approve(pull, "otto"));
    expect(desk.colours(pull).filter((colour) => colour === "success")).toHaveLength(1);
    expect(desk.comment(pull)).toContain("the name stood for the team with the id");
  });

  test("stays known when a judgement ends that the configuration overtook which names it", async ({
    expect,
  }) => {
    const organization = "overtaken";
    const desk = await openDesk(running.github, { organization });
    const { github, who } = desk;
    const refund = await desk.propose("loosen", loosened);
    await desk.settled(refund);
    const held = github.faults.hold({
      method: "GET",
      path: /^\/repos\/overtaken\/desk\/pulls\/1\/reviews/,
    });
    await desk.approve(refund, "otto");
    await held.arrived;
    await github.createTeam({ organization, name: "Desk", members: [who("hugo")] });
    await github.grant({
      repository: desk.repository,
      team: `${organization}/desk`,
      permission: "read",
    });
    await desk.push("main", {
      [configPath]: owners(organization).replace("support-leads", "desk"),
    });
    const reply = await desk.propose("reply", {
      "kortix.yaml": policy({ reply: "always_run" }),
    });
    await desk.answer(reply, "action_required", "@overtaken/desk");
    held.release();
    await desk.settled(refund);
    await github.renameTeam(`${organization}/desk`, "Old desk");
    await github.createTeam({ organization, name: "Desk", members: [who("otto")] });
    await desk.approve(reply, "otto");
    await desk.answer(reply, "action_required", "the name stood for the team");
    expect(desk.isOpen(reply)).toBe(false);
  });

  test("is looked up anew once the configuration dropped it and names it again", async () => {
    const [desk] = await green("named-again");
    const { github, repository } = desk;
    const configure = (text: string) =>
      github.commit({
        repository,
        branch: "main",
        author: "named-again-admin",
        files: { [configPath]: text },
      });
    await github.deleteTeam("named-again/finance");
    await github.createTeam({
      organization: "named-again",
      name: "Finance",
      members: [desk.who("gina")],
    });
    await github.grant({ repository, team: "named-again/finance", permission: "read" });
    const again = await desk.propose("again", {
      "kortix.yaml": policy({ refund: "always_run", reply: "block" }),
    });
    await desk.answer(again, "action_required", "the name stood for the team with the id");
    await configure(`owners:\n  "*": ["@named-again/security"]\n`);
    await desk.answer(again, "action_required", "@named-again/security");
    await configure(owners("named-again"));
    await desk.answer(again, "action_required", "`stripe` | @named-again/finance | ⏳ waiting");
  });
});

/** How often the desk's first pull request was read so far. */
const timesJudged = (desk: Desk): number =>
  desk.requests().filter(({ path }) => path.endsWith("/pulls/1")).length;

describe.concurrent("an event about people", () => {
  test("asks nothing of GitHub for pull requests that nobody has to approve", async ({
    expect,
  }) => {
    const desk = await openDesk(running.github, { organization: "unaffected" });
    const pull = await desk.propose("docs", { "README.md": "# Help\n" });
    await desk.answer(pull, "success");
    await desk.settled(pull);
    const before = timesJudged(desk);
    await desk.github.addMember({ team: "unaffected/finance", user: desk.who("otto") });
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(timesJudged(desk)).toBe(before);
  });

  test("of one installation is nothing to another", async ({ expect }) => {
    const [desk, pull] = await green("bystander");
    const [other, otherPull] = await green("neighbour");
    await desk.settled(pull);
    const before = timesJudged(desk);
    await other.github.removeMember({ team: "neighbour/finance", user: other.who("maria") });
    await other.answer(otherPull, "action_required");
    expect(timesJudged(desk)).toBe(before);
    expect(desk.isOpen(pull)).toBe(true);
  });

  test("may come many times and judges a pull request few times", async ({ expect }) => {
    const [desk, pull] = await green("many-events");
    await desk.settled(pull);
    const before = timesJudged(desk);
    await desk.judged(pull, async () => {
      for (let round = 0; round < 10; round += 1) {
        await desk.github.addMember({ team: "many-events/security", user: desk.who("otto") });
      }
    });
    expect(timesJudged(desk)).toBeGreaterThan(before);
    expect(timesJudged(desk)).toBeLessThanOrEqual(before + 10);
    expect(desk.isOpen(pull)).toBe(true);
  });

  test("whose people are gone is acknowledged", async ({ expect }) => {
    await green("nulls");
    const { installation } = carried("nulls");
    const team = { id: 1, name: "Finance", slug: "finance" };
    const organization = { id: 1, login: "nulls" };
    const common = { installation, organization, sender: null };
    const nobody = { ...common, action: "removed", member: null, team };
    expect(await postWebhook(running, "membership", nobody)).toBeLessThan(300);
    expect(
      await postWebhook(running, "organization", {
        ...common,
        action: "member_removed",
        membership: null,
      }),
    ).toBeLessThan(300);
    expect(
      await postWebhook(running, "organization", { ...common, action: "renamed", changes: {} }),
    ).toBeLessThan(300);
  });
});

describe.concurrent("a repository", () => {
  test("that was renamed is the same repository", async ({ expect }) => {
    const desk = await openDesk(running.github, { organization: "moved-name" });
    const pull = await desk.propose("loosen", loosened);
    await desk.answer(pull, "action_required");
    await desk.github.renameRepository(desk.repository, "agents");
    const moved = { ...pull, repository: "moved-name/agents" };
    await desk.github.submitReview({ pull: moved, user: desk.who("maria"), state: "APPROVED" });
    const { sha } = desk.github.pullRequest(moved).head;
    const conclusion = () =>
      desk.github.conclusionsOf("moved-name/agents", sha).at(-1)?.conclusion ?? "none";
    await vi.waitFor(() => expect(conclusion()).toBe("success"), 60_000);
    expect(desk.github.commentsOf(moved)).toHaveLength(1);
    expect(desk.github.checkRunsOf("moved-name/agents", sha)).toHaveLength(1);
  });

  test("that went to another organization is judged by what its app can see there", async ({
    expect,
  }) => {
    const [desk, pull] = await green("sold");
    const { github } = desk;
    await github.createOrganization({ login: "buyer" });
    await github.transferRepository(desk.repository, "buyer");
    const moved = { ...pull, repository: "buyer/desk" };
    const { sha } = github.pullRequest(moved).head;
    const last = () => github.conclusionsOf("buyer/desk", sha).at(-1);
    await vi.waitFor(() => expect(last()?.conclusion).toBe("action_required"), 60_000);
    expect(github.checkRunOf("buyer/desk", sha)?.summary).toContain(
      "`@sold/finance` cannot be asked",
    );
  });
});

test("nothing departed from GitHub's description", ({ expect }) => {
  expect(running.github.violations).toEqual([]);
});
