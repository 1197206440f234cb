import type { PolicyDiff } from "../analysis/diff/change.ts";
import type { Delta } from "../analysis/diff/delta.ts";
import type { RuleDiff } from "../analysis/rule-diff/rule-diff.ts";
import type { SeenCalls } from "../analysis/simulation/seen-calls.ts";
import type { Simulation } from "../analysis/simulation/simulation.ts";
import type { Diagnostic, SourceFile } from "../policy/source/diagnostic.ts";
import { diagnosticBlocks } from "./diagnostics-report.ts";
import { type Block, heading, paragraph } from "./document/block.ts";
import { bareText, phrase } from "./document/phrase.ts";
import { policyDiffBlocks } from "./policy-diff-report.ts";
import { ruleDiffBlocks } from "./rule-diff-report.ts";
import type { Disclosure } from "./shown-arguments.ts";
import { simulationBlocks } from "./simulation-report.ts";
import { surfaceBlocks } from "./surface-report.ts";

/** Everything that a comparison of two manifests found. */
export interface DiffFacts {
  readonly base: ComparedManifest;
  readonly head: ComparedManifest;
  readonly diff: PolicyDiff;
  readonly deltas: readonly Delta[];
  readonly rules: RuleDiff;
  /** Absent when no saved calls were given. */
  readonly saved?: SavedCallFacts;
}

/** One side of a comparison. */
export interface ComparedManifest {
  readonly name: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly SourceFile[];
}

/** What saved calls say about a comparison. */
export interface SavedCallFacts {
  readonly simulation: Simulation;
  /** In the order of the diff's changes. */
  readonly seen: readonly SeenCalls[];
  readonly disclosure: Disclosure;
}

/**
 * A comparison of two manifests: what is decided differently over all possible calls, settings, saved calls, rules, and
 * what is wrong with the new manifest.
 */
export function diffBlocks({
  base,
  head,
  diff,
  deltas,
  rules,
  saved,
}: DiffFacts): readonly Block[] {
  const seen =
    saved === undefined ? undefined : { calls: saved.seen, total: saved.simulation.total };
  return [
    paragraph(phrase`${bareText(base.name)} → ${bareText(head.name)}`),
    ...policyDiffBlocks(diff, seen),
    ...surfaceBlocks(deltas),
    ...(saved === undefined ? [] : simulationBlocks(saved.simulation, saved.disclosure)),
    ...ruleDiffBlocks(rules),
    ...remarkBlocks(head),
  ];
}

function remarkBlocks({ name, diagnostics, files }: ComparedManifest): readonly Block[] {
  if (diagnostics.length === 0) return [];
  return [heading(phrase`remarks on ${bareText(name)}`), ...diagnosticBlocks(diagnostics, files)];
}
