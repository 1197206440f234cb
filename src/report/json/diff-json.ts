import type { Change, Undecided } from "../../analysis/diff/change.ts";
import type { SurfaceChange } from "../../analysis/diff/delta.ts";
import type { PlacedRule, RuleChange, RuleDiff } from "../../analysis/rule-diff/rule-diff.ts";
import type { SeenCalls } from "../../analysis/simulation/seen-calls.ts";
import type { Call, Risk } from "../../policy/call.ts";
import type { DiffFacts } from "../diff-report.ts";
import { type DecisionJson, decisionJson, type RuleJson, ruleJson } from "./decision-json.ts";
import { type DiagnosticJson, diagnosticJson } from "./diagnostic-json.ts";
import { jsonVersion } from "./json-text.ts";
import { type SimulationJson, simulationJson } from "./simulation-json.ts";

/** What `countersign diff --format json` prints. */
export interface DiffJson extends ComparisonJson {
  readonly version: 1;
  readonly command: "diff";
  /** The manifests as the command line names them. */
  readonly base: string;
  readonly head: string;
}

/** What differs between two manifests. */
export interface ComparisonJson {
  /** True: it is proved that no call outside `changes` is decided differently. */
  readonly complete: boolean;
  readonly changes: readonly ChangeJson[];
  readonly undecided: readonly UndecidedJson[];
  /** Settings that change what a decision means, connector by connector; `*` is no connector alone. */
  readonly settings: readonly SettingJson[];
  readonly rules: readonly RuleChangeJson[];
  readonly connectors: RuleDiff["connectors"];
  /** Absent when there are no saved calls. */
  readonly savedCalls?: SimulationJson;
  readonly remarks: {
    readonly base: readonly DiagnosticJson[];
    readonly head: readonly DiagnosticJson[];
  };
}

/** One class of calls that is decided differently. */
export interface ChangeJson {
  /** Null: any connector. */
  readonly connector: string | null;
  readonly direction: "loosened" | "tightened";
  readonly from: DecisionJson;
  readonly to: DecisionJson;
  readonly risks: readonly Risk[];
  readonly region: Change["region"];
  /** A call of the class, invented. */
  readonly example: Call;
  /** Absent when no saved calls were given. Zero does not mean that the class cannot happen. */
  readonly seen?: SeenCalls;
}

/** A class of calls of which nobody can prove that it is decided as before. */
export interface UndecidedJson {
  readonly connector: string | null;
  readonly reason: string;
  readonly rule?: RuleJson;
}

/** A setting; a side that is absent is a key that is not there. */
export interface SettingJson extends SurfaceChange {
  readonly connector: string;
}

/** What was done to one rule of a layer. */
export interface RuleChangeJson {
  readonly layer: "project" | "connector";
  readonly connector?: string;
  readonly kind: RuleChange["kind"];
  readonly words: string;
  readonly base?: RuleJson;
  readonly head?: RuleJson;
}

/** A diff as a JSON report. */
export function diffJson(facts: DiffFacts): DiffJson {
  const { base, head } = facts;
  return {
    version: jsonVersion,
    command: "diff",
    base: base.name,
    head: head.name,
    ...comparisonJson(facts),
  };
}

/** What differs, for a JSON report. */
export function comparisonJson(facts: DiffFacts): ComparisonJson {
  const { base, head, diff, deltas, rules, saved } = facts;
  return {
    complete: diff.complete && diff.undecided.length === 0,
    changes: diff.changes.map((change, index) => changeJson(change, saved?.seen[index])),
    undecided: diff.undecided.map(undecidedJson),
    settings: deltas.flatMap(({ connector, surface }) =>
      surface.map((change) => ({ connector, ...change })),
    ),
    rules: rules.layers.flatMap(({ layer, connector, changes }) =>
      changes.map((change) => ({
        layer,
        ...(connector === undefined ? {} : { connector }),
        kind: change.kind,
        words: change.words,
        ...("base" in change ? { base: placedJson(change.base) } : {}),
        ...("head" in change ? { head: placedJson(change.head) } : {}),
      })),
    ),
    connectors: rules.connectors,
    ...(saved === undefined
      ? {}
      : { savedCalls: simulationJson(saved.simulation, saved.disclosure) }),
    remarks: {
      base: base.diagnostics.map(diagnosticJson),
      head: head.diagnostics.map(diagnosticJson),
    },
  };
}

function changeJson(change: Change, seen: SeenCalls | undefined): ChangeJson {
  const { connector, direction, from, to, risks, region, witness } = change;
  return {
    connector,
    direction,
    from: decisionJson(from),
    to: decisionJson(to),
    risks,
    region,
    example: witness,
    ...(seen === undefined ? {} : { seen }),
  };
}

function undecidedJson({ connector, reason, rule }: Undecided): UndecidedJson {
  return { connector, reason, ...(rule === undefined ? {} : { rule: ruleJson(rule) }) };
}

function placedJson({ reference }: PlacedRule): RuleJson {
  return ruleJson(reference);
}
