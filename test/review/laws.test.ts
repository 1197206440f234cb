import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Review } from "../../src/review/review-change.ts";
import {
  cast,
  commit,
  judge,
  type Login,
  owners,
  refundsRun,
  type Scene,
  type ShortReview,
  twoConnectors,
} from "./scene.ts";

const login = fc.constantFrom(...(Object.keys(cast) as Login[]));
/** Mostly those who wrote it, so that somebody is left who can approve. */
const writer = fc.oneof({ weight: 5, arbitrary: fc.constant<Login>("nora") }, login);
const someone = fc.option(writer, { nil: null, freq: 8 });
const ttl = 7 * 86_400_000;

/** What is usual, and now and then something else. */
function mostly<T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(usual) },
    { weight: 3, arbitrary: fc.constantFrom(...others) },
  );
}

const review: fc.Arbitrary<ShortReview> = fc.record(
  {
    by: fc.option(login, { nil: null, freq: 20 }),
    state: mostly<ShortReview["state"] & string>(
      "approved",
      "changes_requested",
      "commented",
      "dismissed",
    ),
    at: fc.constantFrom(0, 1, 2),
    seenAs: mostly<ShortReview["seenAs"] & (string | null)>("approved", "changes_requested", null),
    of: mostly<ShortReview["of"] & string>("this change", "another change"),
    dismissedBy: login,
  },
  { requiredKeys: ["by"] },
);
const team = fc.uniqueArray(login, { minLength: 1, maxLength: 5 });
const scene = fc.record({
  projects: mostly([refundsRun], [twoConnectors], []),
  config: mostly(owners, `${owners}approvals: { required: 2 }\n`),
  headConfig: mostly(owners, owners.replace("@acme/finance", "@frida")),
  author: writer,
  commits: fc.array(
    someone.map((author) => commit(author)),
    { maxLength: 2 },
  ),
  pushers: fc.array(writer, { maxLength: 1 }),
  reviews: fc.array(review, { maxLength: 8 }),
  teams: fc.record({
    "@acme/finance": team,
    "@acme/support": team,
    "@acme/security": fc.oneof({ weight: 9, arbitrary: team }, fc.constant<Login[]>([])),
  }),
  now: mostly(0, ttl, ttl + 1, ttl + 2),
}) satisfies fc.Arbitrary<Partial<Scene>>;
type Given = typeof scene extends fc.Arbitrary<infer T> ? T : never;

const runs = { numRuns: 300 };

describe("whatever happens to a pull request", () => {
  test("it is open only if enough distinct owners of each connector have approved exactly that", () => {
    fc.assert(
      fc.property(scene, (given) => {
        const judged = judge(given);
        expect(judged.verdict.kind === "open").toBe(isProvenOpen(given, judged));
      }),
      { numRuns: 1000 },
    );
  });

  test("nobody who contributed ever counts, and no bot", () => {
    fc.assert(
      fc.property(scene, (given) => {
        const judged = judge(given);
        const took = new Set([
          given.author,
          ...given.pushers,
          ...given.commits.flatMap(({ author }) => author?.login ?? []),
        ]);
        for (const { person, login: by } of counted(judged)) {
          expect([...took]).not.toContain(by);
          expect(person.kind).toBe("user");
        }
      }),
      runs,
    );
  });

  test("a review of somebody who owns nothing changes no verdict", () => {
    fc.assert(
      fc.property(scene, review, (given, added) => {
        const without = (name: keyof Given["teams"]) =>
          given.teams[name].filter((member) => member !== "otto");
        const strangers = {
          "@acme/finance": without("@acme/finance"),
          "@acme/support": without("@acme/support"),
          "@acme/security": without("@acme/security"),
        };
        const before = { ...given, teams: strangers };
        const reviews = [...given.reviews, { ...added, by: "otto" as const, at: 3 }];
        expect(judge({ ...before, reviews }).verdict).toEqual(judge(before).verdict);
      }),
      runs,
    );
  });

  test("an approval that is dismissed opens nothing", () => {
    fc.assert(
      fc.property(scene, fc.nat(5), (given, which) => {
        const reviews = given.reviews.map((each, index) =>
          index === which && isApproval(each)
            ? { ...each, state: "dismissed" as const, seenAs: "approved" as const }
            : each,
        );
        if (judge({ ...given, reviews }).verdict.kind === "open") {
          expect(judge(given).verdict.kind).toBe("open");
        }
      }),
      runs,
    );
  });

  test("more time opens nothing", () => {
    fc.assert(
      fc.property(scene, fc.nat(ttl), (given, later) => {
        if (judge({ ...given, now: given.now + later }).verdict.kind === "open") {
          expect(judge(given).verdict.kind).toBe("open");
        }
      }),
      runs,
    );
  });

  test("until it says that it must be looked at again, no time changes the verdict", () => {
    fc.assert(
      fc.property(scene, (given) => {
        const { expiresAt, verdict } = judge(given);
        const now = (expiresAt ?? given.now + 1e12) - 1;
        expect(judge({ ...given, now }).verdict).toEqual(verdict);
      }),
      runs,
    );
  });

  test("each connector that keeps it closed has a reason that can be told", () => {
    fc.assert(
      fc.property(scene, (given) => {
        for (const { status, groups, changesRequestedBy } of judge(given).requirements) {
          const reasons = {
            approved: groups.every(({ approvedBy, needed }) => approvedBy.length >= needed),
            "changes-requested": changesRequestedBy.length > 0,
            unanswerable: groups.some(({ unanswerable }) => unanswerable.length > 0),
            waiting: groups.some(
              ({ approvedBy, needed, canAsk }) =>
                approvedBy.length < needed && approvedBy.length + canAsk.length >= needed,
            ),
          };
          expect(reasons[status]).toBe(true);
        }
      }),
      runs,
    );
  });
});

function isApproval({ state }: ShortReview): boolean {
  return (state ?? "approved") === "approved";
}

function counted({ requirements }: Review) {
  return requirements.flatMap(({ groups }) =>
    groups.flatMap(({ approvedBy }) =>
      approvedBy.map(({ review: { reviewer } }) => ({ person: reviewer, login: reviewer.login })),
    ),
  );
}

/**
 * The gate once more, as plainly as it can be said: from the scene alone, by logins, without any of the code that is
 * tested.
 */
function isProvenOpen(given: Given, judged: Review): boolean {
  const contributors = new Set<string>([
    given.author,
    ...given.pushers,
    ...given.commits.flatMap(({ author }) => author?.login ?? []),
  ]);
  const nobody = given.commits.some(({ author }) => author === null) ? 1 : 0;
  const needed = (given.config.includes("required: 2") ? 2 : 1) + nobody;
  const last = lastWords(given.reviews);
  const finance = given.teams["@acme/finance"];
  const edited = given.headConfig.includes("@frida");
  const settings = given.config.includes("required") && !given.headConfig.includes("required");
  const groupsOf: Readonly<Record<string, readonly (readonly Login[])[]>> = {
    stripe: edited ? [finance, ["frida"]] : [finance],
    helpdesk: [given.teams["@acme/support"]],
    "*": [given.teams["@acme/security"]],
  };
  const connectors = new Set([
    ...(given.projects[0] === undefined ? [] : ["stripe"]),
    ...(given.projects[0] === twoConnectors ? ["helpdesk"] : []),
    ...(edited ? ["stripe"] : []),
    ...(settings ? ["*"] : []),
  ]);
  expect(new Set(judged.requirements.map(({ requirement }) => requirement.connector))).toEqual(
    connectors,
  );
  return [...connectors].every((connector) => {
    const groups = groupsOf[connector] ?? [];
    const can = (people: readonly Login[]) =>
      people.filter((each) => !contributors.has(each) && each !== "helper[bot]");
    const asked = groups.map((group) =>
      can(group).length < needed ? [...group, ...given.teams["@acme/security"]] : group,
    );
    const noPerson = (group: readonly Login[]) => group.every((each) => each === "helper[bot]");
    const emptied = groups.some(
      (group, index) =>
        noPerson(group) || (asked[index] !== group && noPerson(given.teams["@acme/security"])),
    );
    const everybody = new Set(asked.flat());
    const objections = [...last].some(([by, word]) => {
      if (!everybody.has(by)) return false;
      const dismissed = word.state === "dismissed" && word.seenAs !== "approved";
      const lifted =
        word.dismissedBy !== undefined &&
        word.dismissedBy !== by &&
        can([...everybody]).includes(word.dismissedBy);
      return word.state === "changes_requested" || (dismissed && !lifted);
    });
    const enough = asked.every((people) => {
      const approving = new Set(
        can(people).filter((each) => {
          const word = last.get(each);
          if (word === undefined || (word.state ?? "approved") !== "approved") return false;
          const seen = word.seenAs === undefined || word.seenAs === "approved";
          const same = word.of === undefined || word.of === "this change";
          return seen && same && given.now < (word.at ?? 0) + ttl;
        }),
      );
      return approving.size >= needed;
    });
    return enough && !emptied && !objections;
  });
}

function lastWords(reviews: readonly ShortReview[]): ReadonlyMap<Login, ShortReview> {
  const ordered = reviews
    .map((each, index) => ({ each, order: (each.at ?? 0) * 100 + index }))
    .filter(({ each }) => each.state !== "commented")
    .sort((one, other) => one.order - other.order);
  return new Map(
    ordered.flatMap(({ each }) => (each.by === null ? [] : [[each.by, each] as const])),
  );
}
