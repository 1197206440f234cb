import { type ApprovalGroup, isFormality } from "../../analysis/approval-week/approval-group.ts";
import type { ApprovalWeek, RuledWeek } from "../../analysis/approval-week/approval-week.ts";
import type { Way } from "../../analysis/approval-week/held-call.ts";
import type { IdleRule } from "../../analysis/approval-week/idle-rules.ts";
import type { SplittingValue } from "../../analysis/approval-week/splitting-value.ts";
import type { WaitingTimes } from "../../analysis/approval-week/waiting-times.ts";
import type { Tally } from "../../analysis/simulation/tally.ts";
import { shownNote } from "../denial-note.ts";
import { type MissingArgumentJson, missingArgumentJson } from "../missing-arguments-report.ts";
import { type DecisionJson, decisionJson, type RuleJson, ruleJson } from "./decision-json.ts";
import { jsonVersion } from "./json-text.ts";

/** What `countersign report --format json` prints. */
export interface WeekJson {
  readonly version: 1;
  readonly command: "report";
  /** Calls that reached the policy; a run by an approval is not counted again. */
  readonly calls: number;
  /** Approved calls by what became of them on the way to their run. */
  readonly approvals: Readonly<Record<Way, number>>;
  /** The most held first. */
  readonly groups: readonly ApprovalGroupJson[];
  /** Held calls of groups that were too many to be told apart. */
  readonly otherHeld: number;
  /** Records that `--since` left out: older ones, and those without a time. */
  readonly older: number;
  readonly undated: number;
  /** Decisions about calls that the log does not name. */
  readonly strayDecisions: number;
  /** Records that are older than one before them: the log is not in the order of time. */
  readonly disordered: number;
  /** Held calls that were given up before the log ended, because too many waited at a time. */
  readonly givenUp: number;
  readonly badLines: number;
  /** Present where there is a manifest. */
  readonly manifest?: RuledWeekJson;
}

/** Held calls of one connector that one rule decides; without a manifest, of one action. */
export interface ApprovalGroupJson {
  readonly connector: string;
  readonly action?: string;
  readonly decider?: DecisionJson;
  /** Present: rules that may decide them instead, to the same effect, by what the log masked. */
  readonly perhaps?: readonly RuleJson[];
  readonly held: number;
  readonly approved: number;
  readonly denied: number;
  readonly undecided: number;
  /** Undecided for longer than `approvals.ttl`. */
  readonly expired?: number;
  readonly ways: Readonly<Record<Way, number>>;
  readonly formality: boolean;
  /** The one value of an argument, as JSON, that tells approved calls from denied ones. */
  readonly split?: SplittingValue;
  /** Seconds to the decision; `late`: later than `approvals.ttl` allows. */
  readonly times?: WaitingTimes;
  /** Who launched the sessions of undecided calls. */
  readonly waitedFor: ApprovalGroup["waitedFor"];
  /** The first messages of denials, cut. */
  readonly denials: ApprovalGroup["denials"];
}

/** What the manifest says about the calls of the log. */
export interface RuledWeekJson {
  /** `approvals.ttl`, in seconds. */
  readonly ttl: number;
  readonly undecidable: Tally;
  readonly missing: readonly MissingArgumentJson[];
  /** Rules that decided no call of the log. */
  readonly idle: readonly IdleRuleJson[];
  /** Calls that no rule decides, by action. */
  readonly unruled: readonly UnruledActionJson[];
}

/** A rule that decided no call; `can`: over all possible calls; `perhaps`: a masked call may be its own. */
export interface IdleRuleJson extends RuleJson {
  readonly can: IdleRule["can"];
  readonly perhaps: boolean;
}

/** Calls of one action that no rule decides. */
export interface UnruledActionJson extends DecisionJson {
  /** `stripe.create_refund`; absent: of actions that were too many to be told apart. */
  readonly call?: string;
  readonly calls: number;
}

/** A week of approvals for a JSON report. */
export function weekJson(week: ApprovalWeek): WeekJson {
  const { calls, groups, otherHeld, older, undated, strayDecisions, badLines, ruled } = week;
  const { disordered, givenUp } = week;
  const of = (way: Way): number => groups.reduce((sum, { ways }) => sum + ways[way], 0);
  return {
    version: jsonVersion,
    command: "report",
    calls,
    approvals: {
      "as-it-came": of("as-it-came"),
      changed: of("changed"),
      "not-told": of("not-told"),
      "not-run": of("not-run"),
    },
    groups: groups.map(groupJson),
    otherHeld,
    older,
    undated,
    strayDecisions,
    disordered,
    givenUp,
    badLines: badLines.count,
    ...(ruled === undefined ? {} : { manifest: ruledJson(ruled) }),
  };
}

function groupJson(group: ApprovalGroup): ApprovalGroupJson {
  const { decider, denials, perhaps, waitedFor, ...counts } = group;
  return {
    ...counts,
    ...(decider === undefined ? {} : { decider: decisionJson(decider) }),
    ...(perhaps === undefined ? {} : { perhaps: perhaps.map(ruleJson) }),
    formality: isFormality(group),
    waitedFor: waitedFor.map(({ caller, calls }) => ({ caller: shownNote(caller), calls })),
    denials: denials.map(({ by, note }) => ({
      ...(by === undefined ? {} : { by: shownNote(by) }),
      note: shownNote(note),
    })),
  };
}

function ruledJson({ ttl, undecidable, missing, idle, unruled }: RuledWeek): RuledWeekJson {
  return {
    ttl,
    undecidable,
    missing: missing.map(missingArgumentJson),
    idle: idle.map(({ rule, can, perhaps }) => ({ ...ruleJson(rule), can, perhaps })),
    unruled: unruled.map(({ side, ...counted }) => ({ ...counted, ...decisionJson(side) })),
  };
}
