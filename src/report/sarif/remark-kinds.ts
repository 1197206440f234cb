import { findingKinds } from "../../analysis/findings/finding-kinds.ts";
import { incompleteKinds } from "../../analysis/findings/incomplete-kinds.ts";
import { suppressionKinds } from "../../analysis/findings/suppression-kinds.ts";
import { kortixDiagnostics } from "../../policy/dialects/kortix/diagnostic-kinds.ts";
import type { Severity } from "../../policy/source/diagnostic.ts";
import { blockerMeanings } from "../review/blocker-meanings.ts";

/** What an id stands for. */
export interface RemarkKind {
  readonly severity: Severity;
  /** One line. */
  readonly meaning: string;
  /** The page of our documentation that has it. */
  readonly page: string;
}

/** A line of the saved calls that holds no call. */
export const unreadableCall = "saved-call-unreadable";

/** Everything that a report can remark on, by its id: findings, diagnostics, and what closes the gate beside them. */
export const remarkKinds: ReadonlyMap<string, RemarkKind> = new Map([
  ...[...findingKinds, ...incompleteKinds, ...suppressionKinds].map(({ id, severity, meaning }) =>
    kind(id, { severity, meaning, page: "docs/findings.md" }),
  ),
  ...Object.entries(kortixDiagnostics).map(([id, { severity, meaning }]) =>
    kind(id, { severity, meaning, page: "docs/diagnostics.md" }),
  ),
  ...Object.entries(blockerMeanings).map(([id, meaning]) => gate(id, meaning)),
  gate("gate-config", "something in `.github/countersign.yml` is not as it must be"),
  gate(unreadableCall, "a line of the saved calls cannot be read, so what it pins is lost"),
]);

function gate(id: string, meaning: string): [string, RemarkKind] {
  return kind(id, { severity: "error", meaning, page: "docs/json.md" });
}

function kind(id: string, meant: RemarkKind): [string, RemarkKind] {
  return [id, meant];
}
