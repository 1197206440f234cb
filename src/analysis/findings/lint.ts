import type { Policy } from "../../policy/policy.ts";
import { type Catalogue, catalogueOf, type WrittenCatalogue } from "../catalogue/catalogue.ts";
import { type Unknown, withinBudget } from "../decision-space/within-budget.ts";
import type { Budget } from "../diff/budget.ts";
import type { Finding } from "./finding.ts";
import { FindingContext } from "./finding-context.ts";
import type { FindingKind } from "./finding-kind.ts";
import { findingKinds } from "./finding-kinds.ts";
import { lintUnfinished } from "./incomplete-kinds.ts";

/** How far `lint` looks. */
export interface LintOptions extends Budget {
  /** Kinds on request as well. */
  readonly all?: boolean;
}

/**
 * What the rules of a policy do that nobody can have meant: over all possible calls, all layers. An error is a proof, with
 * the rules that cover a rule or a call that shows it; what could not be proved is no error, and named (`rule-undecided`,
 * `lint-unfinished`). A connector that is switched off is looked at as if it were on. `catalogue`: the actions that exist,
 * read or written down as an object; what the platform itself provides is known. In the order of the file.
 */
export function lint(
  policy: Policy,
  catalogue: Catalogue | WrittenCatalogue = {},
  { all = false, ...budget }: LintOptions = {},
): readonly Finding[] {
  if (policy.combining !== "first-applicable") {
    return [
      unfinishedFinding("rules that are combined by deny-overrides have no order to look at"),
    ];
  }
  const context = withinBudget(() => new FindingContext(policy, catalogueOf(catalogue), budget));
  if (!(context instanceof FindingContext)) return [unfinishedFinding(context.because)];
  const findings = findingKinds
    .filter(({ onRequest }) => all || onRequest !== true)
    .flatMap((kind) => findingsOf(kind, context));
  return [...new Map(findings.map((one) => [JSON.stringify(one), one])).values()].sort(byPlace);
}

function findingsOf(
  { id, severity, find }: FindingKind,
  context: FindingContext,
): readonly Finding[] {
  const found = withinBudget(() => find(context));
  return isUnknown(found)
    ? [unfinishedFinding(found.because)]
    : found.map((one) => ({ id, severity, ...one }));
}

function isUnknown(found: object): found is Unknown {
  return "because" in found;
}

function unfinishedFinding(because: string): Finding {
  return {
    id: lintUnfinished.id,
    severity: lintUnfinished.severity,
    message: "not everything about the rules could be looked at",
    why: because,
    help: "split the policy, or write simpler patterns",
  };
}

function byPlace(one: Finding, other: Finding): number {
  const [file, otherFile] = [one.span?.file ?? "", other.span?.file ?? ""];
  if (file !== otherFile) return file < otherFile ? -1 : 1;
  return (one.span?.start.offset ?? 0) - (other.span?.start.offset ?? 0);
}
