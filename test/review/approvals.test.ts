import { describe, expect, test } from "vitest";
import {
  approvals,
  cast,
  commit,
  fallbackOnly,
  judge,
  notCounted,
  nothingChanges,
  owners,
  states,
  teams,
  twoConnectors,
  unanswerable,
} from "./scene.ts";

const day = 86_400_000;

describe("a change of one connector", () => {
  test("is closed until its owner approves", () => {
    const review = judge({});
    expect(review.verdict).toEqual({ kind: "waiting", on: ["stripe"] });
    expect(states(review)).toEqual({ stripe: "waiting" });
  });

  test("is open once one of its owners approved", () => {
    const review = judge({ reviews: approvals("maria") });
    expect(review.verdict).toEqual({ kind: "open", approved: ["stripe"] });
    expect(notCounted(review)).toEqual([]);
    expect(review.reviews[0]?.countsFor).toEqual(["stripe"]);
  });

  test("asks those who can still approve", () => {
    const [state] = judge({ reviews: approvals("maria") }).requirements;
    expect(state?.groups[0]?.canAsk).toEqual([cast.frida]);
  });

  test("asks nobody when nothing changes", () => {
    const review = judge({ projects: [nothingChanges] });
    expect(review).toMatchObject({ verdict: { kind: "open", approved: [] }, requirements: [] });
    expect(review.expiresAt).toBeUndefined();
  });
});

describe("a change of several connectors", () => {
  test("needs an owner of each", () => {
    const review = judge({ projects: [twoConnectors], reviews: approvals("maria") });
    expect(states(review)).toEqual({ helpdesk: "waiting", stripe: "approved" });
    expect(review.verdict).toEqual({ kind: "waiting", on: ["helpdesk"] });
  });

  test("is open when all have approved", () => {
    const review = judge({ projects: [twoConnectors], reviews: approvals("maria", "lena") });
    expect(review.verdict).toEqual({ kind: "open", approved: ["helpdesk", "stripe"] });
  });

  test("counts one person for each connector that is theirs", () => {
    const config = owners.replace("@acme/support", "@maria");
    const review = judge({ config, projects: [twoConnectors], reviews: approvals("maria") });
    expect(review.verdict.kind).toBe("open");
    expect(review.reviews[0]?.countsFor).toEqual(["helpdesk", "stripe"]);
  });
});

test("a connector without an entry is the fallback owner's", () => {
  const projects = [fallbackOnly];
  expect(judge({ projects, reviews: approvals("maria", "lena") }).verdict.kind).toBe("waiting");
  expect(judge({ projects, reviews: approvals("sara") }).verdict.kind).toBe("open");
});

describe("an approval does not count", () => {
  test.each([
    ["of a bot, even of one in the owners' team", { by: "helper[bot]" }, "helper[bot]: bot"],
    ["of somebody who owns nothing", { by: "otto" }, "otto: not-an-owner"],
    ["of another connector's owner", { by: "lena" }, "lena: not-an-owner"],
    ["of a deleted account", { by: null }, "ghost: not-an-owner"],
    ["whose webhook was never seen", { by: "maria", seenAs: null }, "maria: not-witnessed"],
    [
      "that was something else when it was seen",
      { by: "maria", seenAs: "commented" },
      "maria: not-witnessed",
    ],
    ["of another change", { by: "maria", of: "another change" }, "maria: stale"],
    [
      "of a commit that was never judged",
      { by: "maria", of: "no judged change" },
      "maria: never-judged",
    ],
  ] as const)("%s", (_, review, reason) => {
    const judged = judge({ reviews: [review] });
    expect(judged.verdict).toEqual({ kind: "waiting", on: ["stripe"] });
    expect(notCounted(judged)).toEqual([reason]);
    expect(judged.expiresAt).toBeUndefined();
  });

  test("of whoever opened the pull request", () => {
    const judged = judge({ author: "maria", reviews: approvals("maria") });
    expect(judged.verdict.kind).toBe("waiting");
    expect(judged.reviews[0]?.ignored).toEqual([
      {
        connector: undefined,
        because: { kind: "contributor", because: "opened this pull request" },
      },
    ]);
  });

  test.each([
    ["wrote a commit", { commits: [commit("maria")] }],
    ["committed what another one wrote", { commits: [commit("nora", { committer: cast.maria })] }],
    ["is a co-author", { commits: [commit("nora", { coAuthors: [cast.maria] })] }],
    ["pushed", { pushers: ["maria"] }],
  ] as const)("of an owner who %s", (_, scene) => {
    const judged = judge({ ...scene, reviews: approvals("maria") });
    expect(judged.verdict.kind).toBe("waiting");
    expect(notCounted(judged)).toEqual(["maria: contributor"]);
    expect(judge({ ...scene, reviews: approvals("maria", "frida") }).verdict.kind).toBe("open");
  });
});

test("an approval of which the owner is named when it went stale", () => {
  const [state] = judge({ reviews: [{ by: "maria", of: "another change" }] }).requirements;
  expect(state?.staleApprovals).toEqual([cast.maria]);
});

test("an owner who merged the base in with a clean merge is no contributor", () => {
  const commits = [commit("nora"), commit("maria", { cleanMerge: true })];
  expect(judge({ commits, reviews: approvals("maria") }).verdict.kind).toBe("open");
});

describe("an approval expires", () => {
  const ttl = 7 * day;
  test.each([
    ["counts up to the last millisecond", ttl + 999, "open", 1000 + ttl],
    ["does not count from the moment when its time is up", ttl + 1000, "waiting", undefined],
    ["does not count afterwards", ttl + 1001, "waiting", undefined],
  ])("and %s", (_, now, kind, expiresAt) => {
    const review = judge({ reviews: [{ by: "maria", at: 1000 }], now });
    expect(review.verdict.kind).toBe(kind);
    expect(review.expiresAt).toBe(expiresAt);
  });

  test("with the reason and the moment", () => {
    const review = judge({ reviews: [{ by: "maria", at: 1000 }], now: ttl + 1000 });
    expect(review.reviews[0]?.ignored).toEqual([
      { connector: undefined, because: { kind: "expired", at: ttl + 1000 } },
    ]);
  });

  test("after the time that the configuration says", () => {
    const scene = { config: `${owners}approvals: { ttl: 1m }\n`, reviews: approvals("maria") };
    expect(judge({ ...scene, now: 59_999 }).verdict.kind).toBe("open");
    expect(judge({ ...scene, now: 60_000 }).verdict.kind).toBe("waiting");
  });

  test("and the pull request is judged again at the first expiry", () => {
    const reviews = [
      { by: "lena", at: 500 },
      { by: "maria", at: 300 },
      { by: "frida", at: 400 },
    ] as const;
    expect(judge({ projects: [twoConnectors], reviews }).expiresAt).toBe(300 + ttl);
  });
});

describe("a bot that the configuration lists by its id", () => {
  const listed = owners.replace(
    '"@acme/finance"',
    `"@acme/finance", "bot:${cast["helper[bot]"].id}"`,
  );

  test("counts as an owner of that connector, and of no other", () => {
    const scene = { config: listed, reviews: approvals("helper[bot]") };
    expect(judge(scene).verdict.kind).toBe("open");
    const both = judge({ ...scene, projects: [twoConnectors] });
    expect(both.verdict.kind).toBe("waiting");
    expect(states(both)).toMatchObject({ stripe: "approved" });
  });

  test("does not count where it took part, nor as another bot", () => {
    const scene = { config: listed, reviews: approvals("helper[bot]") };
    expect(judge({ ...scene, author: "helper[bot]" }).verdict.kind).toBe("waiting");
    const other = { ...scene, config: listed.replace(/bot:\d+/, "bot:4711") };
    expect(judge(other).verdict.kind).toBe("waiting");
  });
});

describe("where two approvals are required", () => {
  const config = `${owners}approvals: { required: 2 }\n`;
  test.each([
    ["one is too few", ["maria"], "waiting"],
    ["two distinct owners open", ["maria", "frida"], "open"],
    ["a second one by the same owner changes nothing", ["maria", "maria"], "waiting"],
    ["a bot in the team is nobody", ["maria", "helper[bot]"], "waiting"],
  ] as const)("%s", (_, logins, kind) => {
    expect(judge({ config, reviews: approvals(...logins) }).verdict.kind).toBe(kind);
  });

  test("the fallback owners make up for owners who are too few", () => {
    const scene = { config, teams: { ...teams, "@acme/finance": ["maria"] } } as const;
    expect(judge({ ...scene, reviews: approvals("maria") }).verdict.kind).toBe("waiting");
    expect(judge({ ...scene, reviews: approvals("maria", "sven") }).verdict.kind).toBe("open");
    expect(judge({ ...scene, reviews: approvals("sven", "sara") }).verdict.kind).toBe("open");
  });

  test("all of them too few is said so, and stays closed", () => {
    const few = { "@acme/finance": ["maria"], "@acme/security": [], "@acme/support": [] } as const;
    const review = judge({ config, teams: few, reviews: approvals("maria") });
    expect(unanswerable(review, "stripe")).toEqual([
      "`@acme/security` has no active member",
      "2 approvals are needed, and only 1 owner is left who did not contribute to this change",
    ]);
    expect(review.verdict.kind).toBe("waiting");
  });

  test("and several left are still too few", () => {
    const three = `${owners}approvals: { required: 3 }\n`;
    const two = { ...teams, "@acme/security": ["maria"] } as const;
    expect(unanswerable(judge({ config: three, teams: two }), "stripe")).toEqual([
      "3 approvals are needed, and only 2 owners are left who did not contribute to this change",
    ]);
  });
});

describe("a commit that names nobody", () => {
  test.each([
    ["whose author has no account", commit(null, { committer: cast.nora })],
    ["whose committer has no account", commit("nora", { committer: null })],
    [
      "that is said to be written by GitHub itself",
      { ...commit("nora"), author: { id: 19_864_447, login: "web-flow", kind: "user" } },
    ],
  ] as const)("asks for one approval more: %s", (_, unattributed) => {
    const commits = [commit("nora"), unattributed];
    const one = judge({ commits, reviews: approvals("maria") });
    expect(one.verdict.kind).toBe("waiting");
    expect(one.requirements[0]?.groups[0]?.needed).toBe(2);
    expect(judge({ commits, reviews: approvals("maria", "frida") }).verdict.kind).toBe("open");
  });

  test("may be a clean merge, which needs none", () => {
    const commits = [commit(null, { cleanMerge: true })];
    expect(judge({ commits, reviews: approvals("maria") }).verdict.kind).toBe("open");
  });
});

describe("when the owners are those who wrote it", () => {
  const scene = { author: "lena", projects: [twoConnectors] } as const;
  test("the fallback owners are asked", () => {
    const review = judge({ ...scene, reviews: approvals("lena", "maria") });
    expect(states(review)).toEqual({ helpdesk: "waiting", stripe: "approved" });
    const helpdesk = review.requirements[0]?.groups[0];
    expect(helpdesk).toMatchObject({ fallbackAsked: true, canAsk: [cast.sven, cast.sara] });
    expect(judge({ ...scene, reviews: approvals("maria", "sven") }).verdict.kind).toBe("open");
  });

  test("and nobody is left when the fallback owners are among them", () => {
    const pushers = ["sven", "sara"] as const;
    const review = judge({ ...scene, pushers, reviews: approvals("maria", "lena", "sven") });
    expect(states(review)).toEqual({ helpdesk: "unanswerable", stripe: "approved" });
    expect(unanswerable(review, "helpdesk")).toEqual([
      "no owner is left who did not contribute to this change",
    ]);
    expect(review.verdict).toEqual({ kind: "waiting", on: ["helpdesk"] });
  });
});

describe("an owner's name that stands for nobody closes what depends on it", () => {
  test.each([
    [
      "a team that does not exist or cannot be seen",
      owners.replace("@acme/finance", "@acme/secret"),
      teams,
      "`@acme/secret` cannot be asked: the team does not exist or the app cannot see it",
    ],
    [
      "a user who left",
      owners.replace('"@acme/finance"', '"@maria", "@gone"'),
      teams,
      "`@gone` cannot be asked: there is no such user",
    ],
    [
      "a team that was emptied, beside an owner who approved",
      owners.replace('"@acme/finance"', '"@maria", "@acme/support"'),
      { ...teams, "@acme/support": [] },
      "`@acme/support` has no active member",
    ],
    [
      "a team of bots alone",
      owners,
      { ...teams, "@acme/finance": ["helper[bot]"] },
      "`@acme/finance` is no person but a bot",
    ],
  ] as const)("%s", (_, config, known, sentence) => {
    const review = judge({ config, teams: known, reviews: approvals("maria", "sven", "sara") });
    expect(unanswerable(review, "stripe")).toContain(sentence);
    expect(states(review)).toEqual({ stripe: "unanswerable" });
    expect(review.verdict).toEqual({ kind: "waiting", on: ["stripe"] });
  });

  test("and nothing else", () => {
    const config = owners.replace("@acme/finance", "@acme/secret");
    const projects = [twoConnectors];
    expect(states(judge({ config, projects, reviews: approvals("lena") }))).toEqual({
      helpdesk: "approved",
      stripe: "unanswerable",
    });
  });

  test("a fallback owner who is not asked closes nothing", () => {
    const config = owners.replace("@acme/security", "@acme/secret");
    expect(judge({ config, reviews: approvals("maria") }).verdict.kind).toBe("open");
  });
});

test("without an entry and without a fallback nobody can approve", () => {
  const config = 'owners:\n  stripe: ["@acme/finance"]\n';
  const review = judge({ config, projects: [fallbackOnly], reviews: approvals("maria", "sven") });
  expect(unanswerable(review, "github")).toEqual(["no owner is named for it, and there is no `*`"]);
  expect(review.verdict).toEqual({ kind: "waiting", on: ["github"] });
});
