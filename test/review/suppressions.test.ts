import { describe, expect, test } from "vitest";
import { parsePattern } from "../../src/policy/pattern/parse-pattern.ts";
import { absentPolicy } from "../../src/policy/policy.ts";
import { annotations } from "../../src/report/review/annotations.ts";
import { configOf } from "../../src/review/gate-config-side.ts";
import { shown } from "../../src/review/judged-project.ts";
import type { Review } from "../../src/review/review-change.ts";
import { suppressionFindings } from "../../src/review/suppressions.ts";
import { approvals, change, config, judge, manifest, owners } from "./scene.ts";

const everybody = approvals("maria", "lena", "sven");
const day = 86_400_000;
const overruled = ["require_approval stripe.*", "always_run stripe.get_charge"] as const;

/** A configuration that ignores a finding until the end of the second day, and closes for it. */
function ignoring(entry: string): string {
  return `${owners}findings:
  close: [rule-overruled, dead-rule]
  ignore:
    - { ${entry}, reason: "known", until: 1970-01-02 }
`;
}
const ofItsRule = ignoring('id: rule-overruled, rule: "stripe.get_charge"');

const open = ({ projects }: Review): readonly string[] =>
  projects.flatMap(({ findings, diagnostics }) =>
    [
      ...shown<{ readonly id: string }>(findings),
      ...shown<{ readonly id: string }>(diagnostics),
    ].map(({ remark }) => remark.id),
  );

function reviewed(parts: Parameters<typeof judge>[0]): Review {
  return judge({
    projects: [change(manifest(), manifest(...overruled))],
    reviews: everybody,
    ...parts,
  });
}

describe("a finding that the configuration ignores", () => {
  test("is not open, closes nothing, and the verdict is looked at again when that ends", () => {
    const review = reviewed({ config: ofItsRule });
    expect(review.verdict.kind).toBe("open");
    expect(open(review)).toEqual([]);
    expect(review.suppressionFindings).toEqual([]);
    expect(review.expiresAt).toBe(2 * day);
    expect(annotations(review).map(({ title }) => title)).not.toContain("rule-overruled");
  });

  test("is open again after the last day, and that is said", () => {
    const review = reviewed({ config: ofItsRule, now: 2 * day });
    expect(review.verdict.kind).toBe("closed-by-change");
    expect(review.suppressionFindings).toMatchObject([
      {
        id: "suppression-expired",
        message: "`rule-overruled` of rule `stripe.get_charge` is not ignored any more",
        why: "it was to be ignored until 1970-01-02: `known`",
        span: { file: ".github/countersign.yml" },
      },
    ]);
  });

  test.each([
    ["of another rule", ignoring('id: rule-overruled, rule: "stripe.*"')],
    ["of another kind", ignoring("id: rule-covered")],
  ])("stays open when what is ignored is one %s, which is said to be unused", (_, text) => {
    const review = reviewed({ config: text });
    expect(review.verdict.kind).toBe("closed-by-change");
    expect(review.suppressionFindings).toMatchObject([{ id: "suppression-unused" }]);
  });

  test("may be of whatever rule", () => {
    expect(reviewed({ config: ignoring("id: rule-overruled") }).verdict.kind).toBe("open");
  });

  test("may be one of a text, also for the rule in whose entry it stands alone", () => {
    const projects = [change(manifest(), manifest("always_run /(/"))];
    const inIts = ignoring('id: dead-rule, rule: "/(/"');
    const elsewhere = ignoring('id: dead-rule, rule: "*"');
    expect(open(reviewed({ projects, config: ignoring("id: dead-rule") }))).not.toContain(
      "dead-rule",
    );
    expect(open(reviewed({ projects, config: inIts }))).not.toContain("dead-rule");
    expect(open(reviewed({ projects, config: elsewhere }))).toContain("dead-rule");
  });

  test("may be one of a connector's own rule", () => {
    const own = manifest().replace(
      "slug: stripe,",
      "slug: stripe, policies: [{ match: stripe.get_x, action: always_run }],",
    );
    const projects = [change(manifest(), own)];
    expect(open(reviewed({ projects, config: owners }))).toContain("rule-repeats-slug");
    const text = ignoring('id: rule-repeats-slug, rule: "stripe.get_x"');
    expect(open(reviewed({ projects, config: text }))).not.toContain("rule-repeats-slug");
  });

  test("is open where the pull request brings the order to ignore it along", () => {
    const review = reviewed({ config: owners, headConfig: ofItsRule });
    expect(review.verdict.kind).toBe("closed-by-change");
    expect(review.suppressionFindings).toEqual([]);
    expect(review.config.settings.map(({ key }) => key)).toEqual([
      "findings.close",
      "findings.ignore",
    ]);
  });

  test("is open where the pull request takes the order away", () => {
    const review = reviewed({ config: ofItsRule, headConfig: ofItsRule.split("  ignore:")[0] });
    expect(review.verdict.kind).toBe("closed-by-change");
  });
});

describe("a suppression", () => {
  const [list] = [configOf(config(ofItsRule))?.suppressions ?? []];

  test("is not called unused while a manifest does not read", () => {
    expect(suppressionFindings(list, [{ policy: undefined, remarks: [] }], 0)).toEqual([]);
    expect(suppressionFindings(list, [{ policy: absentPolicy, remarks: [] }], 0)).toHaveLength(1);
  });

  test("is not called unused while the rules were not looked at to the end", () => {
    const unfinished = {
      id: "lint-unfinished",
      severity: "info",
      message: "",
      why: "",
      help: "",
    } as const;
    const policies = [{ policy: absentPolicy, remarks: [unfinished] }];
    expect(suppressionFindings(list, policies, 0)).toEqual([]);
  });

  test("does not mean a remark without a place, nor one where no policy reads", () => {
    const remark = { id: "dead-rule", severity: "warning", message: "", path: [] } as const;
    const rule = { layer: "project", index: 0, effect: "block", conditions: [] } as const;
    const [one] = configOf(config(ignoring('id: dead-rule, rule: "*"')))?.suppressions ?? [];
    if (one === undefined) throw new Error("the configuration has a suppression");
    const placeless = {
      ...absentPolicy,
      rules: [{ ...rule, match: parsePattern("*") }],
      connectors: undefined,
    };
    const written = change(manifest(), manifest()).head.policy;
    for (const policy of [undefined, written, placeless]) {
      expect(suppressionFindings([one], [{ policy, remarks: [remark] }], 0)).toHaveLength(
        policy === undefined ? 0 : 1,
      );
    }
  });

  test.each([
    ["rule-dropped", "says that the platform does not do what is written, and cannot be ignored"],
    ["rules-cross", "is looked for only on request, so there is nothing to ignore"],
    ["suppression-unused", "says what is not looked at, and cannot be ignored"],
    ["catalogue-unreadable", "says what is not looked at, and cannot be ignored"],
  ])("of %s is refused", (id, message) => {
    expect(config(ignoring(`id: ${id}`))).toMatchObject({
      kind: "unreadable",
      diagnostics: [{ message: `\`${id}\` ${message}` }],
    });
  });

  test.each([
    ["id: rule-overuled", "there is no finding `rule-overuled`"],
    ["id: nonsense", "there is no finding `nonsense`"],
  ])("of nothing is refused: %s", (entry, message) => {
    expect(config(ignoring(entry))).toMatchObject({ diagnostics: [{ message }] });
  });

  test.each([
    ["1970-02-30", "`1970-02-30` is no day of the calendar"],
    ["tomorrow", "`findings.ignore.0.until` is no day"],
  ])("until %s is refused", (until, message) => {
    const text = ofItsRule.replace("1970-01-02", until);
    expect(config(text)).toMatchObject({
      diagnostics: [{ message, help: "write the last day, as 2026-12-31" }],
    });
  });

  test("without a reason, or with a very long one, is refused", () => {
    expect(config(ofItsRule.replace(', reason: "known"', ""))).toMatchObject({
      diagnostics: [{ message: "`findings.ignore.0.reason` is missing" }],
    });
    expect(config(ofItsRule.replace("known", "x".repeat(1001)))).toMatchObject({
      diagnostics: [{ message: "`findings.ignore.0.reason` has more than 1000 characters" }],
    });
  });

  test("cannot close the gate", () => {
    expect(config(`${owners}findings: { close: [suppression-unused] }\n`)).toMatchObject({
      diagnostics: [{ message: expect.stringContaining("cannot close the gate") }],
    });
  });
});

describe("what stood before the change", () => {
  const standing = ({ projects }: Review): readonly string[] =>
    projects.flatMap(({ findings, diagnostics }) =>
      [...findings, ...diagnostics].flatMap(({ remark, standing: stood }) =>
        stood ? [remark.id] : [],
      ),
    );

  test("is told apart, wherever its rule stands now, and has no annotation", () => {
    const base = manifest(...overruled);
    const head = manifest("block github.delete_*", ...overruled);
    const review = judge({ projects: [change(base, head)] });
    expect(standing(review)).toEqual(["rule-overruled"]);
    expect(annotations(review).map(({ title }) => title)).not.toContain("rule-overruled");
  });

  test("is told apart one for one: a second one of a kind is new", () => {
    const base = manifest(...overruled);
    const head = manifest(...overruled, "always_run stripe.get_charge");
    const review = judge({ projects: [change(base, head)] });
    expect(review.projects[0]?.findings.map(({ standing: stood }) => stood)).toEqual([true, false]);
  });

  test("is told apart in a text as well", () => {
    const base = manifest("always_run /(/");
    const review = judge({ projects: [change(base, `# a comment\n${base}`)] });
    expect(standing(review)).toContain("dead-rule");
  });

  test("is nothing where the base does not read", () => {
    const review = judge({ projects: [change("policies: [", manifest(...overruled))] });
    expect(standing(review)).toEqual([]);
  });

  test("closes all the same where the configuration says so", () => {
    const text = `${owners}findings: { close: [rule-overruled] }\n`;
    const base = manifest(...overruled);
    expect(judge({ projects: [change(base, base)], config: text }).verdict.kind).toBe(
      "closed-by-change",
    );
  });
});
