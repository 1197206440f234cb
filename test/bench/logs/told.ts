import type { CheckSummaryJson } from "../../../src/report/check/check-json.ts";
import type { StatsJson } from "../../../src/report/corpus/stats-report.ts";
import type { DiffJson } from "../../../src/report/json/diff-json.ts";
import type { WeekJson } from "../../../src/report/json/week-json.ts";
import { emptyGroup, type LogTruth, type TrueGroup } from "./log-truth.ts";
import type { MadeLogs, SavedTruth } from "./make-logs.ts";

/** What a command said, beside what it had to say. */
export interface Told {
  readonly said: unknown;
  readonly truth: unknown;
}

/** What `corpus import` says on standard error about a whole log. */
export function toldByImport(stderr: string, truth: LogTruth): Told {
  const { answers, refusals, extents } = truth;
  const { run, hold, block } = answers;
  const some = (count: number, text: string): readonly string[] =>
    count === 0 ? [] : [`- ${count} ${text}`];
  const lines = [
    `${truth.records} records: ${run + hold + block} calls imported`,
    ...some(run, "calls ran without a person"),
    ...some(hold, "calls waited for a person"),
    ...some(block, "calls blocked"),
    ...some(answers["not-reached"], "calls that the policy did not see, left out"),
    ...Object.entries(refusals)
      .toSorted(([, one], [, other]) => other - one)
      .map(([reason, calls]) => `  - \`${reason}\`: ${calls} calls`),
    ...some(extents.preview, "calls with the platform's preview of the arguments"),
    ...some(extents.none, "calls whose arguments the log does not hold"),
    ...some(
      truth.redirected,
      "calls under an old name of a channel, which rules see as the channel",
    ),
    ...some(truth.runsByApproval, "runs by an approval: the held call, which counts once"),
    ...some(truth.announcements, "announcements of a run by an earlier approval"),
    ...some(truth.personsDecisions, "records of a person's decision"),
  ];
  return { said: stderr, truth: `${lines.join("\n")}\n` };
}

const effectOf: Readonly<Record<string, string>> = {
  run: "always_run",
  hold: "require_approval",
  block: "block",
  undecided: "undecidable",
};

/** What `report --manifest --format json` says about a part of a log. */
export function toldByReport(stdout: string, truth: LogTruth, rules: number): Told {
  const { approvals, calls, groups, manifest, strayDecisions } = JSON.parse(stdout) as WeekJson;
  if (manifest === undefined) throw new Error("the report knows no manifest");
  const { decided, perhaps } = truth;
  const idle = new Map(manifest.idle.map(({ index, perhaps: may }) => [index, may]));
  const indexes = Array.from({ length: rules }, (_, index) => index);
  return {
    said: {
      calls,
      ways: approvals,
      strayDecisions,
      undecidable: manifest.undecidable.calls,
      missing: summed(
        manifest.missing.map(({ call, argument, calls: some }) => [`${call} ${argument}`, some]),
      ),
      unruled: summed(manifest.unruled.map(({ call = "", calls: some }) => [call, some])),
      rules: indexes.map((index) =>
        idle.has(index) ? (idle.get(index) ? "perhaps" : "idle") : "decided",
      ),
      groups: groupsOf(groups),
    },
    truth: {
      calls: truth.calls,
      ways: truth.ways,
      strayDecisions: truth.strayDecisions,
      undecidable: truth.undecidable,
      missing: truth.missing,
      unruled: truth.unruled,
      rules: indexes.map((index) =>
        decided.includes(index) ? "decided" : perhaps.includes(index) ? "perhaps" : "idle",
      ),
      groups: truth.groups,
    },
  };
}

/** Groups that differ in what else may have decided them stand together here. */
function groupsOf(groups: WeekJson["groups"]): Readonly<Record<string, TrueGroup>> {
  const all: Record<string, TrueGroup> = {};
  for (const { connector, decider, held, approved, denied, undecided, ...rest } of groups) {
    const rule = decider?.rule?.index ?? -1;
    const key = `${connector} ${effectOf[decider?.decision ?? ""]} ${rule}`;
    const found = all[key] ?? emptyGroup;
    all[key] = {
      held: found.held + held,
      approved: found.approved + approved,
      denied: found.denied + denied,
      undecided: found.undecided + undecided,
      expired: found.expired + (rest.expired ?? 0),
      late: found.late + (rest.times?.late ?? 0),
    };
  }
  return all;
}

function summed(
  counts: readonly (readonly [key: string, count: number])[],
): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const [key, count] of counts) sums[key] = (sums[key] ?? 0) + count;
  return sums;
}

/** What `check --format json` says at its end about what was imported of a whole log. */
export function toldByCheck(stdout: string, truth: Pick<LogTruth, "effects">): Told {
  const start = stdout.lastIndexOf('],"summary":') + '],"summary":'.length;
  const { decisions } = JSON.parse(stdout.slice(start, -2)) as CheckSummaryJson;
  return { said: named(decisions), truth: truth.effects };
}

/** What `corpus stats --manifest --format json` says of saved calls, by how often they were made. */
export function toldByStats(stdout: string, { calls, effects }: SavedTruth): Told {
  const { decisions = {}, total } = JSON.parse(stdout) as StatsJson;
  const weights = Object.entries(decisions).map(([word, { weight }]) => [word, weight] as const);
  return {
    said: { calls: total.weight, effects: named(Object.fromEntries(weights)) },
    truth: { calls, effects },
  };
}

/** What `diff --calls --format json` says of saved calls. */
export function toldByDiff(stdout: string, { saved }: Pick<MadeLogs, "saved">): Told {
  const { savedCalls } = JSON.parse(stdout) as DiffJson;
  return {
    said: [savedCalls?.total.weight, savedCalls?.changed.weight],
    truth: [saved.calls, saved.changed],
  };
}

function named(decisions: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const some = Object.entries(decisions).filter(([, count]) => count > 0);
  return Object.fromEntries(some.map(([word, count]) => [effectOf[word] ?? word, count]));
}
