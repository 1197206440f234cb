import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Catalogue } from "../../../src/analysis/catalogue/catalogue.ts";
import { readCatalogue } from "../../../src/analysis/catalogue/read-catalogue.ts";
import type { Finding } from "../../../src/analysis/findings/finding.ts";
import { findingKinds } from "../../../src/analysis/findings/finding-kinds.ts";
import { incompleteKinds } from "../../../src/analysis/findings/incomplete-kinds.ts";
import { lint } from "../../../src/analysis/findings/lint.ts";
import { switchedOn } from "../../../src/analysis/findings/switched-on.ts";
import type { Call } from "../../../src/policy/call.ts";
import { kortixDiagnostics } from "../../../src/policy/dialects/kortix/diagnostic-kinds.ts";
import { readPolicy } from "../../../src/policy/dialects/kortix/read-policy.ts";
import { evaluate } from "../../../src/policy/evaluate.ts";
import type { Policy } from "../../../src/policy/policy.ts";

/** A case is a folder: the manifest, a catalogue if there is one, and every finding, those on request too. */
const folder = "fixtures/findings";
const ids = readdirSync(folder).sort();
const cases = ids.flatMap((id) => readdirSync(join(folder, id)).map((name) => ({ id, name })));

describe("findings", () => {
  it.each(cases)("$id: $name", async ({ id, name }) => {
    const { policy, findings } = caseOf(id, name);
    await expect(findings.map(rendered(policy)).join("") || "nothing\n").toMatchFileSnapshot(
      join(process.cwd(), folder, id, name, "expected.txt"),
    );
  });

  it.each(ids)("%s has a case that shows it and one that does not", (id) => {
    const reported = readdirSync(join(folder, id)).map((name) =>
      caseOf(id, name).findings.some((finding) => finding.id === id),
    );
    expect(new Set(reported)).toEqual(new Set([true, false]));
  });

  it.each(cases)("say what, why and what to do, each in one line: $id: $name", ({ id, name }) => {
    for (const { message, why, help } of caseOf(id, name).findings) {
      for (const text of [message, why, help]) expect(text).toMatch(/^[a-z`1-9][^\n]*[^.\n]$/);
    }
  });

  it.each(cases)("show calls that are decided as foretold: $id: $name", ({ id, name }) => {
    const { policy, findings } = caseOf(id, name);
    for (const { witness, contrast } of findings) {
      if (witness === undefined || contrast === undefined) continue;
      expect(effectOf(policy, witness)).not.toBe(effectOf(policy, contrast));
    }
  });
});

describe("with less to spend", () => {
  it.each([
    { argumentStates: 1 },
    { actionStates: 1 },
    { assignments: 1 },
    { branches: 1 },
    { automatonStates: 3 },
    { steps: 300 },
    { steps: 20_000 },
    { steps: 60_000 },
    { steps: 120_000 },
  ])("no error is found that is none: %o", (budget) => {
    for (const { id, name } of cases) {
      const { policy, catalogue, proved } = caseOf(id, name);
      expect(errors(lint(policy, catalogue, budget)).filter((one) => !proved.has(one))).toEqual([]);
    }
  });
});

describe("the registry", () => {
  it("has a folder of cases for every kind", () => {
    expect(findingKinds.map(({ id }) => id).sort()).toEqual(ids);
  });

  it("gives each kind a name of its own, which no diagnostic has", () => {
    const names = [...findingKinds, ...incompleteKinds].map(({ id }) => id);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((id) => id in kortixDiagnostics)).toEqual([]);
    for (const id of names) expect(id).toMatch(/^[a-z]+(-[a-z]+)+$/);
  });
});

describe("without being asked for", () => {
  it("no finding is made of what many sound policies do", () => {
    const policy = policyOf("fixtures/support-desk/kortix.yaml");
    expect(lint(policy)).toEqual([]);
  });

  it("the swapped rules of the support desk have one finding", () => {
    const policy = policyOf("fixtures/support-desk/kortix.moved.yaml");
    expect(lint(policy)).toMatchObject([
      {
        id: "rule-overruled",
        severity: "error",
        help: "move it above line 28, or remove it",
        span: { start: { line: 32 } },
        witness: { connector: "stripe", action: "create_refund", args: { reason: "duplicate" } },
      },
    ]);
  });
});

/** Errors by what they say it of; how many rules stand behind one of them may be known or not. */
function errors(findings: readonly Finding[]): readonly string[] {
  return findings
    .filter(({ severity }) => severity === "error")
    .map(({ rule, connector }) => `${rule?.index} ${connector}`);
}

function effectOf(policy: Policy, call: Call): string {
  return evaluate(switchedOn(policy), call).effect;
}

function policyOf(path: string): Policy {
  const file = { path: "kortix.yaml", text: readFileSync(path, "utf8") };
  const { value, diagnostics } = readPolicy([file]);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  if (value === undefined) throw new Error(`${path} cannot be read`);
  return value;
}

interface Case {
  readonly policy: Policy;
  readonly catalogue: Catalogue;
  /** Those on request too. */
  readonly findings: readonly Finding[];
  /** The errors of those that nobody asked for. */
  readonly proved: ReadonlySet<string>;
}

const looked = new Map<string, Case>();

/** A case, looked through once for all that is said of it. */
function caseOf(id: string, name: string): Case {
  const path = join(folder, id, name);
  const known = looked.get(path);
  if (known !== undefined) return known;
  const { policy, catalogue } = readCase(path);
  const findings = lint(policy, catalogue, { all: true });
  const proved = new Set(errors(lint(policy, catalogue)));
  const one = { policy, catalogue, findings, proved };
  looked.set(path, one);
  return one;
}

function readCase(path: string): Pick<Case, "policy" | "catalogue"> {
  const policy = policyOf(join(path, "kortix.yaml"));
  const file = join(path, "catalogue.json");
  if (!existsSync(file)) return { policy, catalogue: new Map() };
  const { value } = readCatalogue({ path: file, text: readFileSync(file, "utf8") });
  if (value === undefined) throw new Error(`${file} cannot be read`);
  return { policy, catalogue: value };
}

function rendered(policy: Policy): (finding: Finding) => string {
  const call = (name: string, shown: Call | undefined): string =>
    shown === undefined ? "" : `  ${name}: ${JSON.stringify(shown)} (${effectOf(policy, shown)})\n`;
  return ({ id, severity, message, why, help, span, witness, contrast }) =>
    `${span === undefined ? "" : `${span.file}:${span.start.line} `}${severity} ${id}\n` +
    `  ${message}\n  why: ${why}\n  help: ${help}\n${call("witness", witness)}${call("contrast", contrast)}`;
}
