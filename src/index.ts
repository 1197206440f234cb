/**
 * Countersign as a library: the functional core, without GitHub, storage or a command line. Values in, values out; nothing
 * here reads a file, a clock or the environment.
 */
export type { Actions, Catalogue, WrittenCatalogue } from "./analysis/catalogue/catalogue.ts";
export { readCatalogue } from "./analysis/catalogue/read-catalogue.ts";
export {
  proveRule,
  type UndecidedRule,
  type Unreachable,
  type UnreachableRule,
  unreachable,
} from "./analysis/decision-space/reachability.ts";
export { type Redundant, redundant } from "./analysis/decision-space/redundancy.ts";
export type { NeverBecause, RuleProof } from "./analysis/decision-space/rule-prover.ts";
export { deltas } from "./analysis/delta/deltas.ts";
export type { Budget } from "./analysis/diff/budget.ts";
export type {
  Change,
  ChangeSide,
  Direction,
  PolicyDiff,
  Region,
  Undecided,
} from "./analysis/diff/change.ts";
export type { Delta, SurfaceChange } from "./analysis/diff/delta.ts";
export { diffPolicies } from "./analysis/diff/diff-policies.ts";
export type { Finding } from "./analysis/findings/finding.ts";
export { type LintOptions, lint } from "./analysis/findings/lint.ts";
export { type CallDecision, decideCall } from "./analysis/masked/decide-call.ts";
export { diffRules } from "./analysis/rule-diff/diff-rules.ts";
export type { LayerDiff, RuleChange, RuleDiff } from "./analysis/rule-diff/rule-diff.ts";
export type { BadLine } from "./analysis/simulation/bad-line.ts";
export type { CorpusEntry, WrittenCall } from "./analysis/simulation/corpus-entry.ts";
export { readCorpus, readCorpusText } from "./analysis/simulation/read-corpus.ts";
export type { SavedCall } from "./analysis/simulation/saved-call.ts";
export { simulate, simulateStream } from "./analysis/simulation/simulate.ts";
export type { SimulatedChange, Simulation } from "./analysis/simulation/simulation.ts";
export type { Call, Json, Risk } from "./policy/call.ts";
export type { Condition } from "./policy/condition.ts";
export type { Connector } from "./policy/connector.ts";
export type { Decision, RuleReference, TraceStep } from "./policy/decision.ts";
export { policyFromObject, readPolicy } from "./policy/dialects/kortix/read-policy.ts";
export type { Effect } from "./policy/effect.ts";
export { evaluate } from "./policy/evaluate.ts";
export type { Pattern } from "./policy/pattern/pattern.ts";
export type { Policy } from "./policy/policy.ts";
export type { Layer, Rule } from "./policy/rule.ts";
export type { Diagnostic, Parsed, Severity, SourceFile } from "./policy/source/diagnostic.ts";
export type { Position, Span } from "./policy/source/span.ts";
export type { GateConfig, Invariant } from "./review/gate-config.ts";
export { projectChange } from "./review/project-change.ts";
export { readGateConfig } from "./review/read-gate-config.ts";
export { type Review, type ReviewFacts, reviewChange } from "./review/review-change.ts";
export type { Verdict } from "./review/verdict.ts";
