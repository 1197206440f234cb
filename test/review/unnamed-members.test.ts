import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type ApprovalFacts,
  countersigners,
  countersignersAtLeast,
} from "../../src/review/approval-facts.ts";
import { groupState } from "../../src/review/group-state.ts";
import type { OwnerName } from "../../src/review/owner.ts";
import { type OwnerResolution, sizeOf } from "../../src/review/owner-resolution.ts";
import type { Person } from "../../src/review/person.ts";

const person = (id: number): Person => ({ id, login: `p${id}`, kind: "user" });
const team = (slug: string): OwnerName => ({
  kind: "team",
  text: `@acme/${slug}`,
  org: "acme",
  slug,
});
const finance = team("finance");

/** A team of so many, of whom some are named. */
const teamOf = (owner: OwnerName, named: readonly number[], size?: number): OwnerResolution => ({
  kind: "team",
  owner,
  id: owner.text.length,
  members: named.map(person),
  ...(size === undefined ? {} : { size }),
});

function facts(
  resolutions: readonly OwnerResolution[],
  contributed: readonly number[] = [],
): ApprovalFacts {
  return {
    resolve: (owner) =>
      resolutions.find((each) => each.owner.text === owner.text) ?? {
        kind: "unknown",
        owner,
        because: "it was not set up",
      },
    fallback: [],
    contributors: {
      people: new Map(contributed.map((id) => [id, { person: person(id), because: "wrote" }])),
      unattributed: [],
    },
    standing: new Map(),
    approvals: { ttl: 1_000, required: 1, widestTeam: 100 },
    now: 0,
  };
}

const target = { connector: "stripe", digest: "d" };
const owners = { label: "owners", namedBy: "base", owners: [finance] } as const;

describe("a team of whom not everybody is named", () => {
  test("has as many members as GitHub counts", () => {
    expect(sizeOf(teamOf(finance, [1], 5))).toBe(5);
    expect(sizeOf(teamOf(finance, [1, 2]))).toBe(2);
  });

  test("is no smaller than the people who are named", () => {
    expect(sizeOf(teamOf(finance, [1, 2], 0))).toBe(2);
  });

  test("can be asked without the fallback owners while not all of it can have contributed", () => {
    const state = groupState(owners, target, facts([teamOf(finance, [], 2)], [9]));
    expect(state).toMatchObject({ fallbackAsked: false, unanswerable: [] });
  });

  test("asks the fallback owners as soon as all of it may have contributed", () => {
    const state = groupState(owners, target, facts([teamOf(finance, [], 1)], [9]));
    expect(state).toMatchObject({
      fallbackAsked: true,
      unanswerable: ["no owner is left who did not contribute to this change"],
    });
  });

  test("is no bot because the one that is named is one", () => {
    const bot: OwnerResolution = {
      kind: "team",
      owner: finance,
      id: 1,
      members: [{ id: 3, login: "helper[bot]", kind: "bot" }],
      size: 4,
    };
    expect(groupState(owners, target, facts([bot])).unanswerable).toEqual([]);
  });

  test("has no active member when GitHub counts none", () => {
    expect(groupState(owners, target, facts([teamOf(finance, [], 0)])).unanswerable).toContain(
      "`@acme/finance` has no active member",
    );
  });
});

test("naming fewer members never makes more of them", () => {
  const people = fc.uniqueArray(fc.integer({ min: 1, max: 8 }));
  const teams = fc.array(fc.record({ members: people, silent: people }), { maxLength: 3 });
  fc.assert(
    fc.property(teams, people, (given, contributed) => {
      const names = given.map((_, index) => team(`t${index}`));
      const inFull = given.map(({ members }, index) => teamOf(names[index] ?? finance, members));
      const inPart = given.map(({ members, silent }, index) => {
        const named = members.filter((id) => !silent.includes(id));
        return teamOf(names[index] ?? finance, named, members.length);
      });
      const most = countersigners(names, facts(inFull, contributed)).size;
      expect(countersignersAtLeast(names, facts(inFull, contributed))).toBe(most);
      expect(countersignersAtLeast(names, facts(inPart, contributed))).toBeLessThanOrEqual(most);
    }),
  );
});
