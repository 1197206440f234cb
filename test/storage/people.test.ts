import { expect, test } from "vitest";
import type { PeopleSighting } from "../../src/storage/people/people-sighting.ts";
import { delivery, pullRequest } from "./samples.ts";
import { describeStores, FakeClock, openForTest, storeFactories } from "./store-factories.ts";

const main = { repositoryId: 42, branch: "main" };
const finance = "@acme/finance";
const everywhere = {
  kind: "people",
  installationId: 1,
  repositoryId: 0,
  owner: "",
  repo: "",
} as const;

describeStores(storeFactories, "known people", ({ create }) => {
  const told = async (
    sightings: readonly Omit<PeopleSighting, "kind" | "installationId">[],
  ): Promise<{ people: Awaited<ReturnType<typeof openForTest>>["people"]; clock: FakeClock }> => {
    const clock = new FakeClock();
    const { inbox, people } = await openForTest(create(), { now: clock.now });
    for (const [index, sighting] of sightings.entries()) {
      await inbox.accept({
        ...delivery(`d${index}`),
        sightings: [{ kind: "people", installationId: 1, ...sighting }],
      });
    }
    return { people, clock };
  };

  test("a name stands for whom it stood for first, on each branch of each repository", async () => {
    const { people } = await openForTest(create());
    expect(await people.identityOf(main, finance)).toBeUndefined();
    expect(await people.identify(main, finance, "team:7")).toBe("team:7");
    expect(await people.identify(main, finance, "team:8")).toBe("team:7");
    expect(await people.identityOf(main, finance)).toBe("team:7");
    expect(await people.identify({ ...main, branch: "release" }, finance, "team:8")).toBe("team:8");
    expect(await people.identify({ ...main, repositoryId: 43 }, finance, "team:8")).toBe("team:8");
  });

  test("a name that the configuration dropped is looked up anew", async () => {
    const { people } = await openForTest(create());
    await people.identify(main, finance, "team:7");
    await people.identify(main, "@maria", "user:5");
    await people.identify({ ...main, branch: "release" }, finance, "team:7");
    await people.keepOnly(main, new Set(["@maria"]));
    expect(await people.identify(main, finance, "team:8")).toBe("team:8");
    expect(await people.identify(main, "@maria", "user:6")).toBe("user:5");
    expect(await people.identityOf({ ...main, branch: "release" }, finance)).toBe("team:7");
  });

  test("the last word on a team is what it is called, or that it was deleted", async () => {
    const { people } = await told([
      { what: "team-named", teamId: 7, teamName: "acme/finance" },
      { what: "team-named", teamId: 7, teamName: "acme/treasury" },
      { what: "team-named", teamId: 8, teamName: "acme/finance" },
      { what: "team-deleted", teamId: 8 },
      { what: "left", teamId: 7, userId: 5 },
    ]);
    expect(await people.fateOf(1, 7)).toEqual({ kind: "named", name: "acme/treasury" });
    expect(await people.fateOf(1, 8)).toEqual({ kind: "deleted" });
    expect(await people.fateOf(1, 9)).toBeUndefined();
    expect(await people.fateOf(2, 7)).toBeUndefined();
  });

  test("who left a team a moment ago and did not come back is known for half a minute", async () => {
    const { people, clock } = await told([
      { what: "joined", teamId: 7, userId: 4 },
      { what: "left", teamId: 7, userId: 5 },
      { what: "joined", teamId: 8, userId: 5 },
      { what: "left", teamId: 7, userId: 6 },
      { what: "joined", teamId: 7, userId: 6 },
      { what: "left", userId: 7 },
    ]);
    expect([...(await people.justLeft(1, [4, 5, 6, 7]))].sort()).toEqual([5, 7]);
    expect([...(await people.justLeft(1, [4, 6]))]).toEqual([]);
    expect([...(await people.justLeft(1, []))]).toEqual([]);
    expect([...(await people.justLeft(2, [5, 7]))]).toEqual([]);
    clock.pass(31_000);
    expect([...(await people.justLeft(1, [5, 7]))]).toEqual([]);
  });

  test("an epoch ends with every delivery about the people of an installation, and with no other", async () => {
    const { inbox, people, work } = await openForTest(create());
    expect(await people.epochOf(1)).toBe(0);
    await inbox.accept(delivery("d1", everywhere));
    const first = await people.epochOf(1);
    expect(first).toBeGreaterThan(0);
    await inbox.accept(delivery("d2", pullRequest(7), { ...everywhere, installationId: 2 }));
    await inbox.accept(
      delivery("d3", { ...everywhere, repositoryId: 42, owner: "acme", repo: "shop" }),
    );
    const claim = await work.claim();
    if (claim !== undefined) await work.complete(claim);
    expect(await people.epochOf(1)).toBe(first);
    await inbox.accept(delivery("d4", everywhere));
    expect(await people.epochOf(1)).toBeGreaterThan(first);
  });

  test("the subjects of a whole installation are found, and no others", async () => {
    const { inbox, work } = await openForTest(create());
    const other = { ...pullRequest(8), repositoryId: 43, repo: "desk" };
    await inbox.accept(delivery("d1", pullRequest(7), other));
    await inbox.accept(delivery("d2", { ...pullRequest(9), installationId: 2, repositoryId: 44 }));
    const keys = async (repositoryId?: number) =>
      (await work.subjectsOf(1, repositoryId)).map(({ subject }) => subject.repositoryId);
    expect(await keys()).toEqual([42, 43]);
    expect(await keys(43)).toEqual([43]);
  });

  test("a pull request keeps the base that was named last, whoever makes it due", async () => {
    const { inbox, work } = await openForTest(create());
    const pull = pullRequest(7);
    await inbox.accept(delivery("d1", { ...pull, baseRef: "release" } as typeof pull));
    await work.enqueue(pull);
    expect((await work.claim())?.subject).toEqual({ ...pull, baseRef: "release" });
    await inbox.accept(delivery("d2", { ...pull, baseRef: "main" } as typeof pull));
    expect((await work.subjectsOf(1, 42))[0]?.subject).toEqual({ ...pull, baseRef: "main" });
  });
});
