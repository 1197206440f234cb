import { describe, expect, test } from "vitest";
import {
  type OverrideFacts,
  type OverrideVote,
  overrideDigest,
} from "../../src/review/override.ts";
import { overrideCommand } from "../../src/review/override-command.ts";
import type { Review } from "../../src/review/review-change.ts";
import {
  cast,
  change,
  commit,
  config,
  judge,
  type Login,
  manifest,
  owners,
  type Scene,
  teams,
} from "./scene.ts";

const hour = 3_600_000;
const headSha = "a".repeat(40);
const glass = `${owners}break_glass: { team: "@acme/oncall", ttl: 1h }\n`;
const oncall = { ...teams, "@acme/oncall": ["otto", "lena", "sara", "helper[bot]"] as const };

/** What the change as it is now asks approval for. */
function digestNow(parts: Partial<Scene>): string {
  const { requirements } = judge({ config: glass, teams: oncall, ...parts });
  return overrideDigest(
    new Map(requirements.map(({ requirement, digest }) => [requirement.connector, digest])),
  );
}

type ShortVote = Partial<Omit<OverrideVote, "person">> & { readonly by: Login };

function overridden(votes: readonly ShortVote[], parts: Partial<Scene> = {}): Review {
  const digest = digestNow(parts);
  const facts: OverrideFacts = {
    headSha,
    votes: votes.map(({ by, ...vote }, index) => ({
      reviewId: index + 1,
      person: cast[by],
      step: index === 0 ? "request" : "confirm",
      reason: index === 0 ? "customers wait" : "",
      headSha,
      submittedAt: index,
      digest,
      withdrawn: false,
      ...vote,
    })),
    given: [],
  };
  return judge({ config: glass, teams: oncall, overrides: facts, ...parts });
}

const refusals = ({ override }: Review): readonly string[] =>
  override.refused.map(({ vote, because }) => `${vote.person.login}: ${because.kind}`);

describe("an override", () => {
  test("is in force for its time once a second person confirms it", () => {
    const review = overridden([{ by: "otto" }, { by: "lena" }]);
    expect(review.verdict).toMatchObject({
      kind: "overridden",
      instead: ["stripe"],
      override: {
        reviewId: 1,
        requestedBy: cast.otto,
        confirmedBy: [cast.lena],
        reason: "customers wait",
        expiresAt: hour,
      },
    });
    expect(review.expiresAt).toBe(hour);
    const atOnce = [{ by: "otto" }, { by: "lena", submittedAt: 0 }] as const;
    expect(overridden(atOnce).verdict.kind).toBe("overridden");
    expect(overridden([{ by: "otto" }, { by: "lena" }], { now: hour - 1 }).verdict.kind).toBe(
      "overridden",
    );
    expect(overridden([{ by: "otto" }, { by: "lena" }], { now: hour }).verdict.kind).toBe(
      "waiting",
    );
  });

  test("may be confirmed by asking for the same, and lasts from the last request that is confirmed", () => {
    const twice = [
      { by: "otto" },
      { by: "lena", step: "request", reason: "yes" },
      { by: "otto", submittedAt: 7 },
    ] as const;
    expect(overridden(twice).override.inForce).toMatchObject({ reviewId: 2, expiresAt: hour + 1 });
  });

  test("stands for change requests and owners who are unknown too", () => {
    const reviews = [{ by: "maria", state: "changes_requested" }] as const;
    expect(overridden([{ by: "otto" }, { by: "lena" }], { reviews }).verdict.kind).toBe(
      "overridden",
    );
    const unknown = glass.replace("@acme/finance", "@acme/gone");
    expect(
      overridden([{ by: "otto" }, { by: "lena" }], { config: unknown, headConfig: unknown }).verdict
        .kind,
    ).toBe("overridden");
  });

  test("is no answer to what must be mended", () => {
    const text = `${glass}invariants: [{ call: "stripe.create_refund", never: run }]\n`;
    expect(overridden([{ by: "otto" }, { by: "lena" }], { config: text }).verdict.kind).toBe(
      "closed-by-change",
    );
  });

  test("is not needed where everything is approved", () => {
    const review = overridden([{ by: "otto" }, { by: "lena" }], { reviews: [{ by: "maria" }] });
    expect(review.verdict.kind).toBe("open");
  });

  test.each<[string, readonly ShortVote[], string]>([
    [
      "one person alone",
      [{ by: "otto" }, { by: "otto" }, { by: "otto", step: "request", reason: "again" }],
      "",
    ],
    ["a confirmation before the request", [{ by: "otto", submittedAt: 5 }, { by: "lena" }], ""],
    ["a contributor", [{ by: "otto" }, { by: "nora" }], "nora: contributor"],
    ["somebody outside the team", [{ by: "otto" }, { by: "maria" }], "maria: outsider"],
    ["a bot", [{ by: "otto" }, { by: "helper[bot]" }], "helper[bot]: bot"],
    ["a request without a reason", [{ by: "otto", reason: "" }, { by: "lena" }], "otto: no-reason"],
    [
      "a review that was dismissed",
      [{ by: "otto" }, { by: "lena", withdrawn: true }],
      "lena: withdrawn",
    ],
    [
      "another commit",
      [{ by: "otto" }, { by: "lena", headSha: "b".repeat(40) }],
      "lena: other-commit",
    ],
    [
      "a commit that was never judged",
      [{ by: "otto" }, { by: "lena", digest: "" }],
      "lena: never-judged",
    ],
    ["another change", [{ by: "otto" }, { by: "lena", digest: "f".repeat(64) }], "lena: stale"],
    [
      "a request too long ago",
      [{ by: "otto", submittedAt: -hour }, { by: "lena" }],
      "otto: expired",
    ],
  ])("takes more than %s", (_, votes, refused) => {
    const review = overridden(votes);
    expect(review.verdict.kind).toBe("waiting");
    expect(refusals(review).join()).toBe(refused);
  });

  test("takes one more person where a commit names nobody", () => {
    const commits = [commit(null)];
    expect(overridden([{ by: "otto" }, { by: "lena" }], { commits }).verdict.kind).toBe("waiting");
    expect(
      overridden([{ by: "otto" }, { by: "lena" }, { by: "sara" }], { commits }).verdict.kind,
    ).toBe("overridden");
  });

  test.each([
    ["nobody configured it", { config: owners }, "not-configured"],
    [
      "the pull request itself configures it",
      { config: owners, headConfig: glass },
      "not-configured",
    ],
    ["its team is unknown", { teams }, "no-team"],
    [
      "its team is everybody",
      { config: glass.replace("owners:", "approvals: { widest_team: 3 }\nowners:") },
      "no-team",
    ],
  ])("is off where %s", (_, parts, because) => {
    const review = overridden([{ by: "otto" }, { by: "lena" }], parts);
    expect(review.verdict.kind).toBe("waiting");
    expect(refusals(review)).toEqual([`otto: ${because}`, `lena: ${because}`]);
  });
});

describe("what took effect once", () => {
  const given = {
    reviewId: 9,
    requestedBy: cast.otto,
    confirmedBy: [cast.lena],
    reason: "",
    headSha,
    digest: "",
    expiresAt: 0,
  };
  test.each([
    [headSha, true],
    ["b".repeat(40), false],
  ])("is known for the head that it was for", (sha, onHead) => {
    const overrides = { headSha: sha, votes: [], given: [given] };
    const { override, verdict } = judge({ config: glass, teams: oncall, overrides });
    expect(verdict.kind).toBe("waiting");
    expect(override).toMatchObject({ given: [given], wasOnHead: onHead });
  });
});

test("the identity of all that is asked for does not depend on its order", () => {
  const one = new Map([
    ["a", "1"],
    ["b", "2"],
    ["c", "3"],
  ]);
  const digest = overrideDigest(one);
  expect(overrideDigest(new Map([...one].reverse()))).toBe(digest);
  expect(overrideDigest(new Map([...one].slice(1)))).not.toBe(digest);
});

describe("what asks for an override", () => {
  test.each([
    ["/countersign override customers wait", { step: "request", reason: "customers wait" }],
    ["/countersign override\nbecause\nof that ", { step: "request", reason: "because\nof that" }],
    ["/countersign override", { step: "request", reason: "" }],
    ["/countersign confirm", { step: "confirm", reason: "" }],
    [`/countersign override ${"x".repeat(600)}`, { step: "request", reason: "x".repeat(500) }],
    ["/countersign overriding", undefined],
    ["please /countersign confirm", undefined],
    ["> /countersign confirm", undefined],
    ["", undefined],
    [null, undefined],
  ])("%j", (body, command) => {
    expect(overrideCommand(body)).toEqual(command);
  });
});

describe("`break_glass`", () => {
  test.each([
    ['team: "@maria"', "`@maria` cannot name a team"],
    [
      'team: "@acme/oncall", ttl: 25h',
      "an override may count for at most a day, and `25h` is longer",
    ],
    ['team: "@acme/oncall", ttl: 0h', "an approval must count for at least one minute"],
  ])("refuses %s", (entry, message) => {
    expect(config(`${owners}break_glass: { ${entry} }\n`)).toMatchObject({
      kind: "unreadable",
      diagnostics: [{ message }],
    });
  });

  test("lasts four hours where nothing is said, and a change of it asks the fallback owners", () => {
    const review = judge({
      projects: [change(manifest(), manifest())],
      config: owners,
      headConfig: `${owners}break_glass: { team: "@acme/oncall" }\n`,
    });
    expect(review.config.settings).toEqual([
      { key: "break_glass", from: "off", to: "@acme/oncall for 4h" },
    ]);
    expect(review.requirements.map(({ requirement }) => requirement.connector)).toEqual(["*"]);
  });
});

describe("a team that is everybody", () => {
  test("cannot be an owner, and the stricter of both sides says what that is", () => {
    const review = judge({
      config: owners,
      headConfig: owners.replace("owners:", "approvals: { widest_team: 2 }\nowners:"),
      reviews: [{ by: "maria" }],
    });
    const [stripe] = review.requirements.filter(
      ({ requirement }) => requirement.connector === "stripe",
    );
    expect(stripe?.status).toBe("unanswerable");
    expect(stripe?.groups[0]?.unanswerable).toEqual([
      "`@acme/finance` has 3 members, more than the 2 of `approvals.widest_team`: an owner who is everybody is nobody",
    ]);
  });
});
