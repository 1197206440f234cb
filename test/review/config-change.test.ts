import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { configChange, ownersFor, sameOwners } from "../../src/review/config-change.ts";
import type { GateConfig } from "../../src/review/gate-config.ts";
import { configOf } from "../../src/review/gate-config-side.ts";
import { type OwnerName, ownerKey, parseOwnerName } from "../../src/review/owner.ts";
import {
  approvals,
  config,
  judge,
  nothingChanges,
  owners,
  refundsRun,
  states,
  type Teams,
  teams,
  unanswerable,
} from "./scene.ts";

function read(text: string): GateConfig {
  const value = configOf(config(text));
  if (value === undefined) throw new Error(`not a configuration: ${text}`);
  return value;
}

/** Settings that differ, as `key: from → to`. */
function settings(base: string | undefined, head: string | undefined): readonly string[] {
  const side = (text: string | undefined) => (text === undefined ? undefined : read(text));
  return configChange(side(base), side(head)).settings.map(
    ({ key, from, to }) => `${key}: ${from} → ${to}`,
  );
}

describe("an owner's name", () => {
  test.each([
    ["@maria", "@maria"],
    ["@Maria-2", "@maria-2"],
    ["@maria_acme", "@maria_acme"],
    ["@Acme/Finance", "@acme/finance"],
    ["@acme/fin.ance_2", "@acme/fin.ance_2"],
    ["maria", undefined],
    ["@", undefined],
    ["@-maria", undefined],
    ["@acme/", undefined],
    ["@acme/fin/ance", undefined],
    ["@acme_x/finance", undefined],
    ["@helper[bot]", undefined],
    ["bot:29139614", "bot:29139614"],
    ["bot:0", undefined],
    ["bot:helper", undefined],
    ["@maria\u202e", undefined],
    ["@all everybody", undefined],
    [`@${"a".repeat(40)}`, undefined],
  ])("%j is %j", (text, key) => {
    const owner = parseOwnerName(text);
    expect(owner && ownerKey(owner)).toBe(key);
    expect(owner?.text ?? text).toBe(text);
  });
});

describe("owners", () => {
  const name = fc.constantFrom("@a", "@A", "@b", "@acme/a", "@ACME/a", "@acme/b");
  const names = fc.array(
    name.map((text) => parseOwnerName(text) as OwnerName),
    { maxLength: 4 },
  );

  test("are the same exactly when they are the same set, whatever the order, the case, repetitions", () => {
    fc.assert(
      fc.property(names, names, (one, other) => {
        const set = (list: readonly OwnerName[]) =>
          [...new Set(list.map(({ text }) => text.toLowerCase()))].sort();
        const expected = set(one).join() === set(other).join();
        expect(sameOwners(one, other)).toBe(expected);
      }),
    );
  });

  test("of a connector are its own, else the fallback's, else none", () => {
    const texts = (connector: string, text = owners) =>
      ownersFor(read(text), connector).map((owner) => owner.text);
    expect(texts("stripe")).toEqual(["@acme/finance"]);
    expect(texts("github")).toEqual(["@acme/security"]);
    expect(texts("github", 'owners: { stripe: ["@maria"] }')).toEqual([]);
    expect(ownersFor(undefined, "stripe")).toEqual([]);
  });
});

describe("two configurations", () => {
  test("are equal whatever their layout, order, and defaults that are written out", () => {
    const other = `# who owns what
"*": &x ["@ACME/security", "@acme/security"]
`.replace(/^/gm, "  ");
    const text = `corpus: [b.jsonl, a.jsonl, b.jsonl]
approvals: { ttl: 168h, required: 1 }
branches: []
owners:
  helpdesk: ["@acme/support"]
  stripe: ["@acme/finance"]
${other}`;
    expect(configChange(read(`${owners}corpus: [a.jsonl, b.jsonl]\n`), read(text))).toEqual({
      ownerEntries: [],
      settings: [],
    });
  });

  test("differ in the owner entries that are added, edited or removed", () => {
    const head =
      'owners: { stripe: ["@maria"], github: ["@acme/support"], "*": ["@acme/security"] }';
    const { ownerEntries } = configChange(read(owners), read(head));
    const told = ownerEntries.map(({ connector, from, to }) => [
      connector,
      from.map(({ text }) => text),
      to.map(({ text }) => text),
    ]);
    expect(told).toEqual([
      ["github", [], ["@acme/support"]],
      ["helpdesk", ["@acme/support"], []],
      ["stripe", ["@acme/finance"], ["@maria"]],
    ]);
  });

  test.each([
    ["approvals: { ttl: 36h }", "approvals.ttl: 7d → 36h"],
    ["approvals: { ttl: 90m }", "approvals.ttl: 7d → 90m"],
    ["approvals: { required: 2 }", "approvals.required: 1 → 2"],
    ["branches: [next]", 'branches: [] → ["next"]'],
    ["catalog: actions.json", "catalog: not set → actions.json"],
    ["corpus: calls.jsonl", 'corpus: [] → ["calls.jsonl"]'],
    ["report: { log: log.jsonl, every: 14d }", 'report: off → every 14d of ["log.jsonl"]'],
    ["findings: { close: [dead-rule] }", 'findings.close: [] → ["dead-rule"]'],
    [
      'invariants: [{ call: "*.delete_*", at_least: block }]',
      'invariants: [] → ["{\\"at-least\\":\\"block\\",\\"call\\":\\"*.delete_*\\",\\"unless\\":[]}"]',
    ],
    ["manifest: a/kortix.yaml", 'manifest: ["kortix.yaml","kortix.yml"] → ["a/kortix.yaml"]'],
    ["redact: [email]", 'redact: [] → ["email"]'],
  ])("differ in a setting: %s", (text, told) => {
    expect(settings(owners, `${owners}${text}\n`)).toEqual([told]);
    expect(settings(undefined, `${owners}${text}\n`)).toEqual([told]);
    const [key, values = ""] = told.split(/: (.*)/s);
    expect(settings(`${owners}${text}\n`, owners)).toEqual([
      `${key}: ${values.split(" → ").reverse().join(" → ")}`,
    ]);
  });

  test("differ when an invariant gets another exemption", () => {
    const invariant = (match: string) =>
      `${owners}invariants: [{ call: a.*, never: run, unless: [{ arg: reason, match: "${match}" }] }]`;
    expect(settings(invariant("a"), invariant("a"))).toEqual([]);
    expect(settings(invariant("a"), invariant("b"))).toHaveLength(1);
  });
});

describe("a change of an owner entry", () => {
  const headConfig = owners.replace("@acme/finance", "@otto");
  const scene = { headConfig, projects: [nothingChanges] };

  test("needs the old owners and the new ones", () => {
    expect(states(judge(scene))).toEqual({ stripe: "waiting" });
    expect(judge({ ...scene, reviews: approvals("otto") }).verdict.kind).toBe("waiting");
    expect(judge({ ...scene, reviews: approvals("maria") }).verdict.kind).toBe("waiting");
    expect(judge({ ...scene, reviews: approvals("maria", "otto") }).verdict.kind).toBe("open");
  });

  test("says who of them names whom", () => {
    const [state] = judge(scene).requirements;
    expect(
      state?.requirement.groups.map(({ label, namedBy, owners: names }) => [
        label,
        namedBy,
        ...names.map(({ text }) => text),
      ]),
    ).toEqual([
      ["owners before this change", "base", "@acme/finance"],
      ["owners after this change", "head", "@otto"],
    ]);
  });

  test("counts one person for both sides who is on both", () => {
    const both = owners.replace('"@acme/finance"', '"@acme/finance", "@otto"');
    const review = judge({ ...scene, headConfig: both, reviews: approvals("maria") });
    expect(review.verdict.kind).toBe("open");
  });

  test("that comes along with a change of its connector needs both as well", () => {
    const along = { headConfig, projects: [refundsRun] };
    expect(judge({ ...along, reviews: approvals("otto") }).verdict.kind).toBe("waiting");
    expect(judge({ ...along, reviews: approvals("maria", "otto") }).verdict.kind).toBe("open");
  });

  test("that removes it needs the old owners and the fallback's", () => {
    const removed = {
      headConfig: owners.replace(/ {2}stripe.*\n/, ""),
      projects: [nothingChanges],
    };
    expect(judge({ ...removed, reviews: approvals("maria") }).verdict.kind).toBe("waiting");
    expect(judge({ ...removed, reviews: approvals("sven") }).verdict.kind).toBe("waiting");
    expect(judge({ ...removed, reviews: approvals("sven", "maria") }).verdict.kind).toBe("open");
  });

  test("that adds one needs the fallback owners and the new ones", () => {
    const added = { headConfig: `${owners}  github: ["@otto"]\n`, projects: [nothingChanges] };
    expect(states(judge(added))).toEqual({ github: "waiting" });
    expect(judge({ ...added, reviews: approvals("otto") }).verdict.kind).toBe("waiting");
    expect(judge({ ...added, reviews: approvals("sven", "otto") }).verdict.kind).toBe("open");
  });

  test("that adds one where nobody was asked before has nobody to approve it", () => {
    const base = 'owners:\n  stripe: ["@acme/finance"]\n';
    const added = { config: base, headConfig: `${base}  github: ["@otto"]\n`, projects: [] };
    const review = judge({ ...added, reviews: approvals("otto", "maria") });
    expect(unanswerable(review, "github")).toContain(
      "no owner is named for it, and there is no `*`",
    );
    expect(review.verdict.kind).toBe("waiting");
  });

  test("to a team that does not exist closes the pull request that introduces it", () => {
    const review = judge({
      headConfig: owners.replace("@acme/finance", "@acme/nobody"),
      projects: [],
      reviews: approvals("maria"),
    });
    expect(states(review)).toEqual({ stripe: "unanswerable" });
  });

  test("of the fallback needs the old and the new fallback owners", () => {
    const moved = { headConfig: owners.replace("@acme/security", "@otto"), projects: [] };
    expect(states(judge(moved))).toEqual({ "*": "waiting" });
    expect(judge({ ...moved, reviews: approvals("sven") }).verdict.kind).toBe("waiting");
    expect(judge({ ...moved, reviews: approvals("sven", "otto") }).verdict.kind).toBe("open");
  });
});

describe("a change of any other setting", () => {
  const headConfig = `${owners}approvals: { ttl: 30d }\n`;

  test("needs the fallback owners, and nobody else", () => {
    const scene = { headConfig, projects: [] };
    expect(states(judge(scene))).toEqual({ "*": "waiting" });
    expect(judge({ ...scene, reviews: approvals("maria", "lena") }).verdict.kind).toBe("waiting");
    expect(judge({ ...scene, reviews: approvals("sven") }).verdict.kind).toBe("open");
  });

  test("needs the old and the new ones where they change along", () => {
    const scene = { headConfig: headConfig.replace("@acme/security", "@otto"), projects: [] };
    expect(judge({ ...scene, reviews: approvals("otto") }).verdict.kind).toBe("waiting");
    expect(judge({ ...scene, reviews: approvals("sven", "otto") }).verdict.kind).toBe("open");
  });

  test.each([
    ["more approvals than now", "", "approvals: { required: 2 }\n", ["sven"], 0, "waiting"],
    ["fewer approvals than now", "approvals: { required: 2 }\n", "", ["sven"], 0, "waiting"],
    ["fewer, and enough of them", "approvals: { required: 2 }\n", "", ["sven", "sara"], 0, "open"],
    ["a longer life than now", "approvals: { ttl: 1h }\n", "", ["sven"], 3_600_000, "waiting"],
    ["a shorter life than now", "", "approvals: { ttl: 1h }\n", ["sven"], 3_600_000, "waiting"],
    ["a longer life, in time", "approvals: { ttl: 1h }\n", "", ["sven"], 3_599_999, "open"],
  ] as const)("is judged by the stricter of both: %s", (_, base, head, logins, now, kind) => {
    const review = judge({
      config: `${owners}${base}`,
      headConfig: `${owners}${head}`,
      projects: [],
      reviews: approvals(...logins),
      now,
    });
    expect(review.verdict.kind).toBe(kind);
  });
});

describe("a change that removes the configuration", () => {
  const scene = { headConfig: undefined, projects: [nothingChanges] };
  const all = ["maria", "lena", "sven"] as const;

  test("needs every owner that it named", () => {
    expect(states(judge(scene))).toEqual({
      "*": "waiting",
      helpdesk: "waiting",
      stripe: "waiting",
    });
    expect(judge({ ...scene, reviews: approvals(...all) }).verdict.kind).toBe("open");
  });

  test.each(all)("is not open without %s", (missing) => {
    const reviews = approvals(...all.filter((login) => login !== missing));
    expect(judge({ ...scene, reviews }).verdict.kind).toBe("waiting");
  });
});

test("owners of the trust branch are asked about the policy, never those that the pull request names", () => {
  const taken: Teams = { ...teams, "@acme/mine": ["otto"] };
  const headConfig = owners.replaceAll(/@acme\/\w+/g, "@acme/mine");
  const review = judge({ headConfig, teams: taken, reviews: approvals("otto") });
  expect(states(review)).toEqual({ "*": "waiting", helpdesk: "waiting", stripe: "waiting" });
});
