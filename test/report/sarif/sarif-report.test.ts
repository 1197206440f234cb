import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findingKinds } from "../../../src/analysis/findings/finding-kinds.ts";
import { incompleteKinds } from "../../../src/analysis/findings/incomplete-kinds.ts";
import { lint } from "../../../src/analysis/findings/lint.ts";
import { suppressionKinds } from "../../../src/analysis/findings/suppression-kinds.ts";
import { kortixDiagnostics } from "../../../src/policy/dialects/kortix/diagnostic-kinds.ts";
import { readPolicy } from "../../../src/policy/dialects/kortix/read-policy.ts";
import { blockerMeanings } from "../../../src/report/review/blocker-meanings.ts";
import { lintSarif } from "../../../src/report/sarif/lint-sarif.ts";
import { type LocatedRemark, placed } from "../../../src/report/sarif/located-remark.ts";
import { remarkKinds } from "../../../src/report/sarif/remark-kinds.ts";
import type { SarifResult } from "../../../src/report/sarif/sarif-log.ts";
import { sarifLog } from "../../../src/report/sarif/sarif-report.ts";

const context = { version: "1.2.3", uriOf: (file: string) => file };

/** What `lint` has to say about a manifest, as results. */
function resultsOf(text: string): readonly SarifResult[] {
  const { value: policy, diagnostics } = readPolicy(text);
  const findings = policy === undefined ? [] : lint(policy);
  const remarks = [...diagnostics, ...findings];
  const report = lintSarif([{ name: "kortix.yaml", policy, remarks, ignored: [] }]);
  return sarifLog(report, context).runs[0].results;
}

/** One remark as a result. */
function resultOf(remark: Partial<LocatedRemark["remark"]>): SarifResult {
  const whole = { id: "rule-covered", severity: "warning", message: "m", ...remark } as const;
  const remarks = [placed(whole, "kortix.yaml")];
  const [result] = sarifLog({ command: "lint", remarks, notes: [] }, context).runs[0].results;
  if (result === undefined) throw new Error("there is no result");
  return result;
}

const manifest = `kortix_version: 2
connectors:
  - { slug: stripe, provider: pipedream, app: stripe }
policies:
  - { match: "stripe.*", action: require_approval }
  - { match: "stripe.get_charge", action: always_run }
  - { match: "stripe.get_charge", action: always_run }
  - { match: "stripe.pay", action: deny }
`;

function places(results: readonly SarifResult[]): readonly number[] {
  return results.map(({ locations: [{ physicalLocation }] }) => physicalLocation.region.startLine);
}

function prints(results: readonly SarifResult[]): readonly unknown[] {
  return results.map(({ partialFingerprints }) => partialFingerprints);
}

describe("the kinds of remarks", () => {
  it("are all that there are, each id once", () => {
    const known = [
      ...[...findingKinds, ...incompleteKinds, ...suppressionKinds].map(({ id }) => id),
      ...Object.keys(kortixDiagnostics),
    ];
    const gate = [...Object.keys(blockerMeanings), "gate-config", "saved-call-unreadable"];
    expect(new Set(remarkKinds.keys())).toEqual(new Set([...known, ...gate]));
    expect(remarkKinds.size).toBe(known.length + gate.length);
  });

  it("have no other: a remark of an unknown kind is refused, not shown without a meaning", () => {
    expect(() => resultOf({ id: "nothing-known" })).toThrow("nothing-known");
  });
});

describe("a fingerprint", () => {
  it("stays what it is when lines move", () => {
    const before = resultsOf(manifest);
    const after = resultsOf(manifest.replace("policies:", "# one\n\n# two\npolicies:"));
    expect(prints(after)).toEqual(prints(before));
    expect(places(after)).toEqual(places(before).map((line) => line + 3));
    expect(before.length).toBeGreaterThan(2);
  });

  it("tells apart what says the same twice, and other rules", () => {
    const all = prints(resultsOf(manifest)).map((one) => JSON.stringify(one));
    expect(new Set(all).size).toBe(all.length);
  });

  it("is another in another file", () => {
    const remark = placed({ id: "rule-covered", severity: "info", message: "m" }, "a.yaml");
    const remarks = [remark, { ...remark, file: "b.yaml" }];
    const [one, other] = sarifLog({ command: "lint", remarks, notes: [] }, context).runs[0].results;
    expect(one?.partialFingerprints).not.toEqual(other?.partialFingerprints);
  });
});

describe("a place", () => {
  it("counts columns in UTF-16 units, its end exclusive", () => {
    const line = '  - { match: "😀.表", action: deny }';
    const text = manifest.replace(/ {2}- .*deny }/, line);
    const dropped = resultsOf(text).find(({ ruleId }) => ruleId === "rule-dropped");
    const region = dropped?.locations[0].physicalLocation.region;
    expect(region).toMatchObject({ startLine: 8, endLine: 8 });
    expect(line.slice((region?.startColumn ?? 0) - 1, (region?.endColumn ?? 0) - 1)).toBe("deny");
  });

  it("is the first line of the file for what no place in it stands for", () => {
    expect(resultOf({}).locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: "kortix.yaml", uriBaseId: "%SRCROOT%" },
      region: { startLine: 1 },
    });
  });
});

describe("a message", () => {
  it("says what, why, what to do, and has the calls that show it whole", () => {
    const call = { connector: "stripe", action: "pay", args: { note: "x".repeat(200) } };
    const { message, properties } = resultOf({
      message: "rule `a` never decides",
      why: "so it is",
      help: "remove it",
      witness: call,
      contrast: { ...call, args: {} },
    });
    expect(message.text).toBe(
      `rule \`a\` never decides
why: so it is
for example: \`stripe.pay {"note":"${"x".repeat(200)}"}\`
beside it: \`stripe.pay\`
help: remove it`,
    );
    expect(properties).toEqual({ witness: call, contrast: { ...call, args: {} } });
  });

  it("does not say a call again that the reason has whole", () => {
    const witness = { connector: "stripe", action: "pay" };
    expect(resultOf({ why: "`stripe.pay` runs", witness }).message.text).toBe(
      "m\nwhy: `stripe.pay` runs",
    );
  });

  it("holds no link and nothing invisible, whatever is quoted in it", () => {
    const foreign = fc.oneof(
      fc.constantFrom("[click](https://evil.example)", "](1)", "[a](\u202eb)"),
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.constantFrom(..."[]()\\ab1\n\u0000") }),
    );
    fc.assert(
      fc.property(foreign, (text) => {
        const { message } = resultOf({ message: `\`${text}\``, why: text, help: text });
        expect(message.text).not.toContain("](");
        expect(message.text.replaceAll("\n", "")).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});
