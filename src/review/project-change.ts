import { createHash } from "node:crypto";
import { deltas } from "../analysis/delta/deltas.ts";
import type { PolicyDiff, Undecided } from "../analysis/diff/change.ts";
import type { Delta } from "../analysis/diff/delta.ts";
import { diffPolicies } from "../analysis/diff/diff-policies.ts";
import type { Finding } from "../analysis/findings/finding.ts";
import { diffRules } from "../analysis/rule-diff/diff-rules.ts";
import type { RuleDiff } from "../analysis/rule-diff/rule-diff.ts";
import { readPolicy } from "../policy/dialects/kortix/read-policy.ts";
import { absentPolicy, type Policy, platformManagedSlugs } from "../policy/policy.ts";
import type { Diagnostic } from "../policy/source/diagnostic.ts";
import type { FileFault, ManifestFiles } from "./manifest-files.ts";
import type { ProjectFiles } from "./project-files.ts";
import { type DescribedActions, projectFindings } from "./project-findings.ts";

/** One side of a project: what its files say. */
export interface ManifestSide {
  readonly root: string | undefined;
  /** Undefined when the files cannot be read: the platform then keeps rules that nobody can see here. */
  readonly policy: Policy | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly faults: readonly FileFault[];
  readonly files: ManifestFiles["files"];
}

/** What a change does to one project's policy. */
export interface ProjectChange {
  readonly name: string;
  readonly base: ManifestSide;
  readonly head: ManifestSide;
  readonly diff: PolicyDiff;
  readonly rules: RuleDiff;
  readonly deltas: readonly Delta[];
  /** What the rules do, as they will be, that nobody can have meant. */
  readonly findings: readonly Finding[];
  /** The same of the rules as they are today; nothing where they cannot be read, or where nothing is found in `head`. */
  readonly baseFindings: readonly Finding[];
}

/**
 * Reads both sides of a project and compares them. A side without a manifest is a policy that denies every call; a
 * side that cannot be read is compared with nothing, and everything the other side speaks of is undecided.
 */
export function projectChange({ name, base, head, ...actions }: ProjectFiles): ProjectChange {
  const before = manifestSide(base);
  const after = manifestSide(head);
  const findings = after.policy === undefined ? [] : projectFindings(after.policy, actions);
  const baseFindings = standingFindings({ before, after, findings }, actions);
  if (before.policy === undefined || after.policy === undefined) {
    const known = before.policy ?? after.policy ?? absentPolicy;
    const diff = unreadableDiff(known, [before, after]);
    return {
      name,
      base: before,
      head: after,
      diff,
      rules: diffRules(known, known),
      deltas: deltas(known, known, diff),
      findings,
      baseFindings,
    };
  }
  const diff = diffPolicies(before.policy, after.policy);
  return {
    name,
    base: before,
    head: after,
    diff,
    rules: diffRules(before.policy, after.policy),
    deltas: deltas(before.policy, after.policy, diff),
    findings,
    baseFindings,
  };
}

/** Looking for findings takes long: it is done only where it can matter, and equal files have equal ones. */
function standingFindings(
  {
    before,
    after,
    findings,
  }: {
    readonly before: ManifestSide;
    readonly after: ManifestSide;
    readonly findings: readonly Finding[];
  },
  actions: DescribedActions,
): readonly Finding[] {
  // Nothing can have stood there of what is not there.
  if (before.policy === undefined || findings.length === 0) return [];
  return JSON.stringify(before.files) === JSON.stringify(after.files)
    ? findings
    : projectFindings(before.policy, actions);
}

function manifestSide({ root, files, faults }: ManifestFiles): ManifestSide {
  if (root === undefined && faults.length === 0) {
    return { root, policy: absentPolicy, diagnostics: [], faults, files };
  }
  if (root === undefined || faults.length > 0) {
    return { root, policy: undefined, diagnostics: [], faults, files };
  }
  const { value, diagnostics } = readPolicy([...files], { root });
  return { root, policy: value, diagnostics, faults, files };
}

/** Nothing can be compared: every connector that can be named is undecided, and so is any other. */
function unreadableDiff(known: Policy, sides: readonly ManifestSide[]): PolicyDiff {
  const slugs = [...new Set([...(known.connectors?.keys() ?? []), ...platformManagedSlugs])];
  const identity = createHash("sha256")
    .update(JSON.stringify(sides.map(({ files, faults }) => ({ files, faults }))))
    .digest("hex");
  const undecided = (connector: string | null): Undecided => ({
    connector,
    reason: "a manifest cannot be read, so nothing can be compared",
    identity,
  });
  return { changes: [], undecided: [...slugs.sort(), null].map(undecided), complete: false };
}
