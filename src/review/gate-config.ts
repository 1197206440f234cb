import type { Condition } from "../policy/condition.ts";
import type { Effect } from "../policy/effect.ts";
import type { OwnerName } from "./owner.ts";
import type { Suppression } from "./suppression.ts";

/** A statement about the policy that no approval can overrule. */
export interface Invariant {
  /** Path pattern of the calls it speaks of, as in a project rule: `*.delete_*`. */
  readonly call: string;
  readonly demand:
    | { readonly kind: "at-least"; readonly effect: Effect }
    | { readonly kind: "never"; readonly effect: Effect };
  /** Calls for which all of these hold are exempt. */
  readonly unless: readonly Condition[];
}

/** A team of which two people together open the gate for a short time. */
export interface BreakGlass {
  readonly team: OwnerName & { readonly kind: "team" };
  /** How long an override counts, in milliseconds from its request. */
  readonly ttl: number;
}

/** A report of approvals that the app writes as an issue of the repository, time and again. */
export interface ScheduledReport {
  /** Globs of the platform's logs, in the repository or `mounted:`. */
  readonly log: readonly string[];
  /** From one report to the next, and how much of the log it covers, in milliseconds. */
  readonly every: number;
}

/** `.github/countersign.yml`, read from the trust branch: who owns what, and how the gate behaves. */
export interface GateConfig {
  /** Owners by connector slug; `*` is the fallback. */
  readonly owners: ReadonlyMap<string, readonly OwnerName[]>;
  /** Globs of manifest paths; each file that one matches is the manifest of one project. */
  readonly manifest: readonly string[];
  /** Trust branches beside the default branch. */
  readonly branches: readonly string[];
  /** Globs of files with saved calls, in the repository or `mounted:`. */
  readonly corpus: readonly string[];
  readonly approvals: {
    /** How long an approval counts, in milliseconds from its submission. */
    readonly ttl: number;
    /** Distinct owners that must approve each connector's delta. */
    readonly required: number;
    /** An owner that stands for more people than this means everybody, and so nobody. */
    readonly widestTeam: number;
  };
  /** Path of the action catalogue. */
  readonly catalog: string | undefined;
  readonly invariants: readonly Invariant[];
  /** Argument paths whose values are never shown, `customer.*`. */
  readonly redact: readonly string[];
  /** Ids of findings that close the gate. */
  readonly closingFindings: readonly string[];
  /** Findings that are neither shown nor close the gate. */
  readonly suppressions: readonly Suppression[];
  /** What the app reports of the platform's logs by itself; undefined: nothing. */
  readonly report: ScheduledReport | undefined;
  /** Who may open the gate in an emergency; undefined: nobody. */
  readonly breakGlass: BreakGlass | undefined;
}

/** Where the configuration lives in the repository. */
export const gateConfigPath = ".github/countersign.yml";

/** The owners' key that stands for every connector without an entry of its own. */
export const fallbackKey = "*";
