import type { SimulatedChange, Simulation } from "../../analysis/simulation/simulation.ts";
import type { Tally } from "../../analysis/simulation/tally.ts";
import { callPath } from "../call-phrase.ts";
import { type BadLineJson, badLineJson } from "../check/check-json.ts";
import { decisionWord } from "../decision-words.ts";
import { type MissingArgumentJson, missingArgumentJson } from "../missing-arguments-report.ts";
import { type Disclosure, type ShownArgument, shownArguments } from "../shown-arguments.ts";
import { type DecisionJson, decisionJson } from "./decision-json.ts";

/** What saved calls say, in a JSON report. A tally counts records (`calls`) and what they stand for (`weight`). */
export interface SimulationJson {
  readonly total: Tally;
  readonly changed: Tally;
  /** By what base decides, then by what head decides. */
  readonly matrix: Readonly<Record<string, Readonly<Record<string, Tally>>>>;
  readonly groups: readonly SimulatedChangeJson[];
  readonly ungrouped: Tally;
  readonly undecided: Tally;
  readonly undecidedGroups: readonly SimulatedChangeJson[];
  /** Calls without `args` on whose decision a condition bears. */
  readonly presumed: Tally;
  /** Those of `undecided` that lack an argument, because a log masked it. */
  readonly undecidable: Tally;
  readonly missing: readonly MissingArgumentJson[];
  readonly expectations: { readonly total: number; readonly unmet: number };
  readonly unmet: readonly UnmetJson[];
  readonly badLines: { readonly count: number; readonly first: readonly BadLineJson[] };
  /** Why the corpus says nothing. */
  readonly fault?: string;
}

/** Calls of one connector that the same two deciders decide differently. */
export interface SimulatedChangeJson extends Tally {
  readonly connector: string;
  readonly from: DecisionJson;
  readonly to: DecisionJson;
  readonly lastSeen?: string | number;
  readonly examples: readonly ExampleJson[];
}

/** A saved call, with what of its arguments may be shown. */
export interface ExampleJson {
  readonly call: string;
  readonly arguments: readonly ShownArgument[];
  readonly file: string;
  readonly line: number;
}

/** A pinned decision that fails. */
export interface UnmetJson extends DecisionJson {
  readonly call: string;
  readonly expect: string;
  readonly file: string;
  readonly line: number;
}

/** A simulation for a JSON report. */
export function simulationJson(simulation: Simulation, disclosure: Disclosure): SimulationJson {
  const { total, changed, groups, ungrouped, presumed, expectations, badLines, fault } = simulation;
  const group = (change: SimulatedChange): SimulatedChangeJson => groupJson(change, disclosure);
  return {
    total,
    changed,
    matrix: matrixJson(simulation),
    groups: groups.map(group),
    ungrouped,
    undecided: simulation.indeterminate,
    undecidedGroups: simulation.indeterminateGroups.map(group),
    presumed,
    undecidable: simulation.undecidable,
    missing: simulation.missing.map(missingArgumentJson),
    expectations,
    unmet: simulation.unmet.map(({ saved, expect, decision }) => ({
      call: callPath(saved.call),
      expect,
      ...decisionJson(decision),
      file: saved.file,
      line: saved.line,
    })),
    badLines: { count: badLines.count, first: badLines.first.map(badLineJson) },
    ...(fault === undefined ? {} : { fault }),
  };
}

const outcomes = ["always_run", "require_approval", "block", "denied"] as const;

function matrixJson({ matrix }: Simulation): SimulationJson["matrix"] {
  return Object.fromEntries(
    outcomes.map((from) => [
      decisionWord[from],
      Object.fromEntries(outcomes.map((to) => [decisionWord[to], matrix[from][to]])),
    ]),
  );
}

function groupJson(change: SimulatedChange, disclosure: Disclosure): SimulatedChangeJson {
  const { connector, calls, weight, from, to, lastSeen, examples } = change;
  return {
    connector,
    calls,
    weight,
    from: decisionJson(from),
    to: decisionJson(to),
    ...(lastSeen === undefined ? {} : { lastSeen }),
    examples: examples.map(({ call, file, line }) => ({
      call: callPath(call),
      arguments: shownArguments(call, disclosure),
      file,
      line,
    })),
  };
}
