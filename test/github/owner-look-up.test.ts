import nock from "nock";
import { describe, expect, test } from "vitest";
import type { GitHubClient } from "../../src/github/client.ts";
import { type OwnerQuestion, ownerLookUp } from "../../src/github/judge/owner-look-up.ts";
import type { OwnerName } from "../../src/review/owner.ts";
import type { Person } from "../../src/review/person.ts";
import { openStore, type Store } from "../../src/storage/store.ts";
import { githubClient, repository } from "./github-client.ts";

const finance: OwnerName & { readonly kind: "team" } = {
  kind: "team",
  text: "@acme/finance",
  org: "acme",
  slug: "finance",
};
const account = (id: number, login: string) => ({ id, login, type: "User" });
const [maria, gina, otto] = [account(1, "maria"), account(2, "gina"), account(3, "otto")];
const person = ({ id, login }: { id: number; login: string }): Person => ({
  id,
  login,
  kind: "user",
});
const acme = () => nock("https://api.github.com/orgs/acme/teams/finance");

async function ask(
  more: Partial<OwnerQuestion> = {},
  given: { readonly github?: GitHubClient; readonly store?: Store } = {},
): ReturnType<ReturnType<typeof ownerLookUp>> {
  const store = given.store ?? (await openStore("sqlite::memory:"));
  const lookUp = ownerLookUp({
    github: given.github ?? (await githubClient()),
    repository,
    installationId: 1,
    people: store.people,
    place: { repositoryId: 1, branch: "main" },
    named: new Set(["@acme/finance"]),
    remembers: true,
    speakers: { approvers: [], others: [] },
    needed: 1,
    contributed: new Set(),
    inFull: new Set(),
    ...more,
  });
  try {
    return await lookUp(finance);
  } finally {
    if (given.store === undefined) await store.close();
  }
}

const team = (members_count: number) =>
  acme().get("").reply(200, { id: 7, slug: "finance", members_count });
const member = (login: string, state?: string) =>
  state === undefined
    ? acme().get(`/memberships/${login}`).reply(404)
    : acme().get(`/memberships/${login}`).reply(200, { state });
const members = (...people: readonly object[]) =>
  acme().get("/members?per_page=100").reply(200, people);

describe("a team", () => {
  test("of enough members is not listed while nobody says anything", async () => {
    team(2);
    expect(await ask()).toEqual({ kind: "team", owner: finance, id: 7, members: [], size: 2 });
  });

  test("is listed when everybody in it may have contributed", async () => {
    team(2);
    members(maria, gina);
    expect(await ask({ contributed: new Set([8, 9]) })).toEqual({
      kind: "team",
      owner: finance,
      id: 7,
      members: [person(maria), person(gina)],
    });
  });

  test("is asked about its approver alone, who is enough", async () => {
    team(1);
    member("maria", "active");
    const speakers = { approvers: [person(maria)], others: [] };
    expect(await ask({ speakers, contributed: new Set([8, 9]) })).toMatchObject({
      members: [person(maria)],
      size: 1,
    });
  });

  test("is listed when somebody outside it approves, whatever its size is said to be", async () => {
    team(50);
    member("otto");
    members(maria);
    const speakers = { approvers: [person(otto)], others: [] };
    const found = await ask({ speakers });
    expect(found).toMatchObject({ members: [person(maria)] });
    expect(found).not.toHaveProperty("size");
  });

  test("does not count an approver who is listed but only invited", async () => {
    team(3);
    member("otto", "pending");
    members(maria, otto);
    const speakers = { approvers: [person(otto)], others: [] };
    expect(await ask({ speakers })).toMatchObject({ members: [person(maria)] });
  });

  test("names whoever asked for changes and is in it", async () => {
    team(3);
    member("gina", "active");
    const speakers = { approvers: [], others: [person(gina)] };
    expect(await ask({ speakers })).toMatchObject({ members: [person(gina)], size: 3 });
  });

  test("is listed where everybody must be known", async () => {
    team(3);
    members(maria, gina, otto);
    expect(await ask({ inFull: new Set(["@acme/finance"]) })).toMatchObject({
      members: [person(maria), person(gina), person(otto)],
    });
  });

  test("that exists is not asked for again in the same epoch, unlike its members", async () => {
    const store = await openStore("sqlite::memory:");
    const given = { github: await githubClient(), store };
    const speakers = { approvers: [person(maria)], others: [] };
    team(2);
    member("maria", "active");
    await ask({ speakers }, given);
    member("maria");
    members(gina);
    expect(await ask({ speakers }, given)).toMatchObject({ members: [person(gina)] });
    await store.inbox.accept({
      id: "d1",
      event: "team",
      subjects: [{ kind: "people", installationId: 1, repositoryId: 0, owner: "", repo: "" }],
      sightings: [{ kind: "people", installationId: 1, what: "team-deleted", teamId: 7 }],
    });
    acme().get("").reply(404);
    expect(await ask({}, given)).toEqual({
      kind: "unknown",
      owner: finance,
      because: "the team was deleted",
    });
    await store.close();
  });
});

describe("a team that is not found by its name any more", () => {
  const told = async (more: { readonly teamName: string }): Promise<string> => {
    const store = await openStore("sqlite::memory:");
    team(2);
    await ask({}, { store });
    await store.inbox.accept({
      id: "d1",
      event: "team",
      subjects: [],
      sightings: [{ kind: "people", installationId: 1, what: "team-named", teamId: 7, ...more }],
    });
    acme().get("").reply(404);
    const found = await ask({}, { store });
    await store.close();
    return found.kind === "unknown" ? found.because : found.kind;
  };

  test("is called otherwise when that was told", async () => {
    expect(await told({ teamName: "acme/treasury" })).toBe(
      "the team is now called `@acme/treasury`",
    );
  });

  test("may be one that was hidden", async () => {
    expect(await told({ teamName: "acme/finance" })).toBe(
      "the team does not exist or the app cannot see it",
    );
  });
});

describe("an answer that is no answer", () => {
  test("is thrown, and never nobody", async () => {
    acme().get("").reply(500);
    await expect(ask()).rejects.toThrow();
    acme().get("").reply(403, { message: "API rate limit exceeded" });
    await expect(ask()).rejects.toThrow("API rate limit exceeded");
    team(1);
    acme().get("/memberships/maria").reply(502);
    await expect(ask({ speakers: { approvers: [person(maria)], others: [] } })).rejects.toThrow();
    team(0);
    acme().get("/members?per_page=100").reply(404);
    await expect(ask()).rejects.toThrow();
  });

  test("is that the team is not there when the app may not see it", async () => {
    acme().get("").reply(403, { message: "Resource not accessible by integration" });
    expect(await ask()).toMatchObject({
      because: "the team does not exist or the app cannot see it",
    });
  });
});
