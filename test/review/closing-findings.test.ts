import { describe, expect, test } from "vitest";
import { annotations } from "../../src/report/review/annotations.ts";
import { projectChange } from "../../src/review/project-change.ts";
import type { ProjectFiles } from "../../src/review/project-files.ts";
import { approvals, change, config, judge, manifest, owners } from "./scene.ts";

const everybody = approvals("maria", "lena", "sven");
/** The exception stands behind its rule, and never decides. */
const overruled = change(
  manifest(),
  manifest("require_approval stripe.*", "always_run stripe.get_charge"),
);
const closing = `${owners}findings: { close: [rule-overruled] }\n`;

describe("a finding", () => {
  test("is shown, and closes nothing by itself", () => {
    const review = judge({ projects: [overruled], reviews: everybody });
    expect(review.blockers).toEqual([]);
    expect(review.projects[0]?.change.findings).toMatchObject([
      { id: "rule-overruled", severity: "error", span: { start: { line: 7 } } },
    ]);
    expect(annotations(review).filter(({ title }) => title === "rule-overruled")).toEqual([
      {
        path: "kortix.yaml",
        start_line: 7,
        end_line: 7,
        annotation_level: "warning",
        title: "rule-overruled",
        message: `rule \`stripe.get_charge\` never decides, so it lets nothing run
\`stripe.*\` (line 6, hold) decides every call that it matches; so \`stripe.get_charge\` is held
move it above line 6, or remove it`,
      },
    ]);
  });

  test.each([
    ["trust branch", { config: closing, headConfig: owners }],
    ["change", { config: owners, headConfig: closing }],
  ])("closes where the configuration of the %s says so, and is then shown once", (_, configs) => {
    const review = judge({ ...configs, projects: [overruled], reviews: everybody });
    expect(review.verdict.kind).toBe("closed-by-change");
    expect(review.blockers).toMatchObject([
      { kind: "finding", message: expect.stringContaining("never decides") },
    ]);
    expect(annotations(review).filter(({ start_line }) => start_line === 7)).toMatchObject([
      { annotation_level: "failure", title: "closes the gate" },
    ]);
  });

  test("without a place closes like any other", () => {
    const open = manifest().replace("policies:", "policy: { default_mode: allow_all }\npolicies:");
    const text = open.replace(
      / {2}- \{ match: "\*".*\n/,
      '  - { match: "computer.x", action: block }\n',
    );
    const review = judge({
      config: `${owners}findings: { close: [default-runs-destructive] }\n`,
      projects: [change(open, text)],
      reviews: everybody,
    });
    expect(review.blockers).toMatchObject([{ kind: "finding" }]);
    expect(review.blockers[0]?.span).toBeUndefined();
    expect(annotations(review).map(({ title }) => title)).not.toContain("closes the gate");
  });
});

describe("`findings.close`", () => {
  test.each([
    ["rule-overuled", "there is no finding `rule-overuled`", "did you mean `rule-overruled`?"],
    ["everything", "there is no finding `everything`", "write a finding's id"],
    [
      "rules-cross",
      "`rules-cross` is true of many sound policies, and cannot close the gate",
      "remove it",
    ],
  ])("refuses %s", (id, message, help) => {
    expect(config(`${owners}findings: { close: [${id}] }\n`)).toMatchObject({
      kind: "unreadable",
      diagnostics: [{ id: "gate-config", severity: "error", message, help }],
    });
  });
});

describe("the catalogue that the configuration names", () => {
  const text = manifest("block stripe.delete_custmer", "always_run stripe.get_*");
  const side = { root: "kortix.yaml", files: [{ path: "kortix.yaml", text }], faults: [] };
  const findings = (catalogue: ProjectFiles["catalogue"]): readonly unknown[] =>
    projectChange({
      name: "kortix.yaml",
      base: side,
      head: side,
      ...(catalogue === undefined ? {} : { catalogue }),
    }).findings;
  const actions = '{"stripe": {"delete_customer": "destructive", "get_customer": "read"}}';

  test("says which rules speak of no action", () => {
    expect(findings({ path: "actions.json", text: actions })).toMatchObject([
      { id: "guard-names-no-action", help: "did you mean `stripe.delete_customer`?" },
    ]);
    expect(findings(undefined)).toEqual([]);
  });

  test.each([
    ["is not there", { path: "actions.json", because: "is not there" }, "the file is not there"],
    ["is no map", { path: "actions.json", text: "[]" }, "line 1: the catalogue is not a map"],
  ])("is a finding of its own when it %s", (_, file, why) => {
    expect(findings(file)).toMatchObject([
      {
        id: "catalogue-unreadable",
        severity: "error",
        message: "the catalogue `actions.json` cannot be read",
        why,
      },
    ]);
  });
});
