import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Scene, startScene } from "./scene.ts";

let scene: Scene;
beforeEach(async () => {
  scene = await startScene();
});
afterEach(async () => {
  expect(scene.github.violations).toEqual([]);
  await scene.github.close();
});

describe("membership of a team", () => {
  const membership = async (team: string, user: string): Promise<unknown> => {
    const { status, body } = await scene.api("GET", `/orgs/acme/teams/${team}/memberships/${user}`);
    return status === 200 ? [body.role, body.state] : status;
  };

  test("counts members of the teams below", async () => {
    await scene.github.createTeam({ organization: "acme", name: "Refunds", parent: "finance" });
    await scene.github.addMember({ team: "acme/refunds", user: "lena" });
    expect(await membership("finance", "lena")).toEqual(["member", "active"]);
    expect(await membership("refunds", "maria")).toBe(404);
    const { body } = await scene.api("GET", "/orgs/acme/teams/finance/members");
    expect(body.map(({ login }: { login: string }) => login)).toEqual(["lena", "maria"]);
  });

  test("of somebody invited is there, and pending", async () => {
    scene.github.createUser({ login: "eve" });
    await scene.github.addMember({ team: "acme/finance", user: "eve", state: "pending" });
    expect(await membership("finance", "eve")).toEqual(["member", "pending"]);
    const { body } = await scene.api("GET", "/orgs/acme/teams/finance/members");
    expect(body).toHaveLength(1);
  });

  test("of an owner of the organization shows as maintainer", async () => {
    await scene.github.addMember({ team: "acme/finance", user: "acme-admin" });
    expect(await membership("finance", "acme-admin")).toEqual(["maintainer", "active"]);
  });

  test("ends with that of the organization", async () => {
    await scene.github.removeOrganizationMember({ organization: "acme", user: "maria" });
    expect(await membership("finance", "maria")).toBe(404);
  });
});

describe("a team", () => {
  test("that is secret is not there for the app, unless it is said to be", async () => {
    await scene.github.createTeam({ organization: "acme", name: "Hidden", secret: true });
    await scene.github.createTeam({
      organization: "acme",
      name: "Seen",
      secret: true,
      visible: true,
    });
    expect((await scene.api("GET", "/orgs/acme/teams/hidden")).status).toBe(404);
    expect((await scene.api("GET", "/orgs/acme/teams/seen")).body.privacy).toBe("secret");
  });

  test("keeps its id when its name and slug change", async () => {
    const { body } = await scene.api("GET", "/orgs/acme/teams/finance");
    await scene.github.renameTeam("acme/finance", "Money & Co");
    const path = `/organizations/${body.organization.id}/team/${body.id}`;
    expect((await scene.api("GET", "/orgs/acme/teams/finance")).status).toBe(404);
    expect((await scene.api("GET", path)).body.slug).toBe("money-co");
    expect((await scene.api("GET", `${path}/memberships/maria`)).status).toBe(200);
    expect((await scene.api("GET", `${path}/members?per_page=1`)).body).toHaveLength(1);
  });

  test("can be asked for a review when it can read the repository, and is done when a member reviews", async () => {
    await scene.github.createTeam({ organization: "acme", name: "Strangers" });
    const ask = (slug: string) =>
      scene.api("POST", "/repos/acme/agents/pulls/1/requested_reviewers", {
        team_reviewers: [slug],
      });
    expect((await ask("strangers")).status).toBe(422);
    expect((await ask("finance")).status).toBe(201);
    expect(scene.github.requestedReviewersOf(scene.pull)).toEqual(["@acme/finance"]);
    await scene.github.submitReview({ pull: scene.pull, user: "maria", state: "APPROVED" });
    expect(scene.github.requestedReviewersOf(scene.pull)).toEqual([]);
    const author = await scene.api("POST", "/repos/acme/agents/pulls/1/requested_reviewers", {
      reviewers: ["lena"],
    });
    expect(author.status).toBe(422);
  });
});

test("a suspended user says so, and may do nothing", async () => {
  scene.github.suspendUser("lena");
  expect((await scene.api("GET", "/users/lena")).body.suspended_at).toBeDefined();
  const { body } = await scene.api("GET", "/repos/acme/agents/collaborators/lena/permission");
  expect(body.permission).toBe("none");
});

test("a renamed repository redirects, and its id leads to it", async () => {
  await scene.github.renameRepository("acme/agents", "bots");
  const moved = await scene.api("GET", "/repos/acme/agents/pulls/1?");
  expect(moved.status).toBe(301);
  const path = moved.headers.get("location")?.slice(`${scene.github.url}/api/v3`.length) ?? "";
  expect((await scene.api("GET", path)).body.base.repo.full_name).toBe("acme/bots");
});
