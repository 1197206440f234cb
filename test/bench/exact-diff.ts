import { deltas } from "../../src/analysis/delta/deltas.ts";
import { effectiveRulesDiff } from "../../src/analysis/delta/effective-rules-diff.ts";
import { diffPolicies } from "../../src/analysis/diff/diff-policies.ts";
import { policyFromObject } from "../../src/policy/dialects/kortix/read-policy.ts";
import type { Policy } from "../../src/policy/policy.ts";
import { edits, generatedManifest, type ManifestText } from "./generated-manifest.ts";

/**
 * Times the exact diff on generated policies of several sizes and edits, side by side in one process, without and with the
 * digests that approvals are bound to, and as a ratio to the comparison of texts that it replaces. Medians of warm runs; a
 * machine's noise is in the ratios too.
 */
export function benchExactDiff(print: (line: string) => void): void {
  print(
    "exact diff: median ms of warm runs, with digests (times the comparison of texts), classes listed, complete?",
  );
  print(
    `${"rules".padEnd(7)}${Object.keys(edits)
      .map((name) => name.padStart(28))
      .join("")}`,
  );
  for (const rules of [10, 50, 200, 1000]) {
    const base = generatedManifest(rules, 7);
    const cells = Object.values(edits).map((edit) =>
      cell(policyOf(base), policyOf(edit(base)), rules),
    );
    print(`${String(rules).padEnd(7)}${cells.map((text) => text.padStart(28)).join("")}`);
  }
}

function cell(base: Policy, head: Policy, rules: number): string {
  const runs = rules < 200 ? 9 : 3;
  const exact = median(runs, () => diffPolicies(base, head));
  const coarse = median(runs, () => effectiveRulesDiff(base, head));
  const digests = median(runs, () => deltas(base, head, diffPolicies(base, head)));
  const diff = diffPolicies(base, head);
  const ratio = (exact / coarse).toFixed(0);
  return `${exact.toFixed(1)} ${digests.toFixed(1)} (${ratio}x) ${diff.changes.length} ${diff.complete ? "yes" : "no"}`;
}

function median(runs: number, work: () => unknown): number {
  work();
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}

function policyOf(manifest: ManifestText): Policy {
  const { value } = policyFromObject(manifest);
  if (value === undefined) throw new Error("a generated manifest does not read");
  return value;
}
