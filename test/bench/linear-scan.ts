import type { Call } from "../../src/policy/call.ts";
import type { ManifestText } from "./generated-manifest.ts";

/** A condition with its compiled expression. */
export interface ScannedCondition {
  readonly path: readonly string[];
  readonly match: RegExp;
  readonly negate: boolean;
}

/** A rule with its compiled expressions. */
export interface ScannedRule {
  readonly match: RegExp;
  readonly action: string;
  readonly conditions: readonly ScannedCondition[];
}

/** How many of the lines two manifests decide differently, by trying rule after rule. Manifests of `generatedManifest` alone. */
export function changedByScan(
  lines: readonly string[],
  base: ManifestText,
  head: ManifestText,
): number {
  const sides = [base, head].map(scannedRules);
  let changed = 0;
  for (const line of lines) {
    const call = JSON.parse(line) as Call;
    const [before, after] = sides.map((rules) => decided(rules, call));
    if (before !== after) changed += 1;
  }
  return changed;
}

/** The rules of a manifest of `generatedManifest`, in order. */
export function scannedRules({ policies }: ManifestText): readonly ScannedRule[] {
  return policies.map(({ match, action, conditions = [] }) => ({
    match: expression(match),
    action,
    conditions: conditions.map(({ arg, match: text, negate = false }) => ({
      path: arg.split("."),
      match: expression(text),
      negate,
    })),
  }));
}

function expression(text: string): RegExp {
  if (text.startsWith("/")) return new RegExp(text.slice(1, -1), "i");
  const escaped = text.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
  return new RegExp(`^${escaped}$`, "i");
}

function decided(rules: readonly ScannedRule[], { connector, action, args, risk }: Call): string {
  const text = `${connector}.${action}`;
  const decider = rules.find(
    ({ match, conditions }) =>
      match.test(text) &&
      conditions.every(({ path, match: wanted, negate }) => {
        const value = path.reduce<unknown>(
          (held, key) => (held as Readonly<Record<string, unknown>> | undefined)?.[key],
          args,
        );
        return (value !== undefined && wanted.test(String(value))) !== negate;
      }),
  );
  return decider?.action ?? (risk === "read" ? "always_run" : "require_approval");
}
