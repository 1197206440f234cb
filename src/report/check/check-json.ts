import type { BadLine } from "../../analysis/simulation/bad-line.ts";
import type { CheckedCall } from "../../analysis/simulation/check-calls.ts";
import type { Expectation } from "../../analysis/simulation/saved-call.ts";
import type { Tally } from "../../analysis/simulation/tally.ts";
import { callPath } from "../call-phrase.ts";
import { decisionWord } from "../decision-words.ts";
import { type DecisionJson, decisionJson } from "../json/decision-json.ts";
import { jsonText, jsonVersion } from "../json/json-text.ts";
import { type MissingArgumentJson, missingArgumentJson } from "../missing-arguments-report.ts";
import type { CheckReport } from "./check-report.ts";
import type { CheckSummary } from "./check-tally.ts";

/** One call of `countersign check --format json`. Its arguments are private and not here. */
export interface CheckedCallJson extends DecisionJson {
  /** `stripe.create_refund`. */
  readonly call: string;
  readonly because: string;
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** How many real calls the record stands for. */
  readonly count: number;
  /** Present: the record pins a decision, and `met` says whether it holds. */
  readonly expect?: Expectation;
  readonly met?: boolean;
}

/** What `countersign check --format json` says at its end, under `summary`. */
export interface CheckSummaryJson {
  readonly calls: number;
  /** How many calls get each decision. */
  readonly decisions: Readonly<Record<string, number>>;
  /** Those of the undecided that lack an argument, because a log masked it. */
  readonly undecidable: Tally;
  readonly missing: readonly MissingArgumentJson[];
  readonly expectations: { readonly total: number; readonly unmet: number };
  readonly badLines: { readonly count: number; readonly first: readonly BadLineJson[] };
}

/** A line that holds no readable call. */
export interface BadLineJson {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
  readonly help?: string;
}

/** A check as one JSON object: `{"version":1,"command":"check","calls":[…],"summary":{…}}`, one call a line. */
export function checkJson(): CheckReport {
  let before = `{"version":${jsonVersion},"command":"check","calls":[\n`;
  const after = (next: string): string => {
    const taken = before;
    before = next;
    return taken;
  };
  return {
    call: (checked) => after(",\n") + jsonText(checkedCallJson(checked)),
    end: (summary) =>
      `${after("")}],"summary":${jsonText(checkSummaryJson(summary))}}\n`.replace(/^,\n/, "\n"),
  };
}

function checkedCallJson({ saved, decision, met }: CheckedCall): CheckedCallJson {
  const { call, file, line, count, expect } = saved;
  return {
    call: callPath(call),
    ...decisionJson(decision),
    because: decision.because,
    file,
    line,
    count,
    ...(expect === undefined ? {} : { expect, met }),
  };
}

function checkSummaryJson({
  total,
  byEffect,
  expectations,
  badLines,
  undecidable,
  missing,
}: CheckSummary): CheckSummaryJson {
  const decisions = (Object.keys(byEffect) as (keyof typeof byEffect)[]).map((effect) => [
    decisionWord[effect],
    byEffect[effect].calls,
  ]);
  return {
    calls: total.calls,
    decisions: Object.fromEntries(decisions),
    undecidable,
    missing: missing.map(missingArgumentJson),
    expectations,
    badLines: { count: badLines.count, first: badLines.first.map(badLineJson) },
  };
}

/** A bad line for a JSON report. */
export function badLineJson({ file, line, reason, help }: BadLine): BadLineJson {
  return { file, line, reason, ...(help === undefined ? {} : { help }) };
}
