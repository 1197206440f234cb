import type { Severity } from "../../policy/source/diagnostic.ts";
import type { Finding } from "./finding.ts";
import type { FindingContext } from "./finding-context.ts";

/** What a kind finds, before its id and severity are put to it. */
export type Found = Omit<Finding, "id" | "severity">;

/** One kind of finding. */
export interface FindingKind {
  /** Kebab-case, never changed: configurations name it. */
  readonly id: string;
  /** An error is a proof that the policy does not do what it says; zero false positives. */
  readonly severity: Severity;
  /** One line, for the documentation. */
  readonly meaning: string;
  /** Left out unless it is asked for: true of many sound policies. */
  readonly onRequest?: true;
  /** Everything of this kind in a policy. May throw `BudgetSpent`. */
  readonly find: (context: FindingContext) => readonly Found[];
}
