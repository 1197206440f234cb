import type { Call } from "../../policy/call.ts";
import type { Policy } from "../../policy/policy.ts";
import type { CallDecision } from "../masked/decide-call.ts";
import type { LogEntry, LoggedCall } from "../platform-log/log-entry.ts";
import type { BadLine } from "../simulation/bad-line.ts";
import { type BadLines, badLineTally } from "../simulation/bad-lines.ts";
import { CallDecider } from "../simulation/call-decider.ts";
import { type MissingArgument, missingTally } from "../simulation/missing-arguments.ts";
import { sideKey, sideOf } from "../simulation/side-key.ts";
import { count, newTally, type Tally } from "../simulation/tally.ts";
import {
  type ApprovalGroup,
  type GroupName,
  type GroupTally,
  groupTally,
  type HeldFacts,
} from "./approval-group.ts";
import type { HeldCall } from "./held-call.ts";
import { heldCalls, type OtherCall } from "./held-calls.ts";
import { type IdleRule, idleRules, ruleKey } from "./idle-rules.ts";
import { actionTally, type UnruledAction } from "./unruled-actions.ts";

/** What is asked of a log. */
export interface WeekQuestion {
  /** Decides the calls; absent: only what the log itself says is counted. */
  readonly policy?: Policy;
  /** Leaves out records before this moment, in milliseconds since 1970, and those without a time. */
  readonly from?: number;
  /** The arguments of a call that a report may show, as JSON by their paths. */
  readonly shown: (call: Call) => ReadonlyMap<string, string>;
}

/** What people did with held calls, over a part of a log. */
export interface ApprovalWeek {
  /** Calls that reached the policy; a run by an approval is not counted again. */
  readonly calls: number;
  /** The most held first. */
  readonly groups: readonly ApprovalGroup[];
  /** Held calls of groups that were too many to be told apart. */
  readonly otherHeld: number;
  /** Records left out because they are older, or have no time. */
  readonly older: number;
  readonly undated: number;
  /** Records that are older than one before them by more than a minute: the log is not in the order of time. */
  readonly disordered: number;
  /** Decisions about calls that the log does not hold. */
  readonly strayDecisions: number;
  /** Held calls that were given up before the log ended, because too many waited at a time. */
  readonly givenUp: number;
  readonly badLines: BadLines;
  /** Present with a manifest. */
  readonly ruled?: RuledWeek;
}

/** What a manifest says about the calls of a log. */
export interface RuledWeek {
  /** Seconds that an approval may take. */
  readonly ttl: number;
  readonly total: Tally;
  /** Calls that cannot be decided because the log masked something, and what. */
  readonly undecidable: Tally;
  readonly missing: readonly MissingArgument[];
  readonly idle: readonly IdleRule[];
  /** Calls that no rule decides, by action, the most frequent first. */
  readonly unruled: readonly UnruledAction[];
}

/** Takes a log record by record. */
export interface WeekTally {
  take(entry: LogEntry): void;
  result(): ApprovalWeek;
}

const keptGroups = 1_000;

/** A record that is so much older than one before it shows that the log is not in the order of time. */
const disorder = 60_000;

/** What is kept of a held call until its end is known. */
interface Kept extends HeldFacts {
  /** Undefined: there are too many groups. */
  readonly group: GroupTally | undefined;
}

/** A tally of nothing yet, in memory that does not grow with the log but with what it tells apart, and with held calls that wait. */
export function weekTally({ policy, from, shown }: WeekQuestion): WeekTally {
  const decider = policy && new CallDecider(policy);
  const groups = new Map<string, GroupTally>();
  const badLines = badLineTally();
  const missing = missingTally();
  const total = newTally();
  const undecidable = newTally();
  const unruled = actionTally();
  const decided = new Set<string>();
  const perhaps = new Set<string>();
  const left = { otherHeld: 0, older: 0, undated: 0, disordered: 0 };
  let newest: number | undefined;

  const decide = ({ saved }: LoggedCall): CallDecision | undefined => {
    count(total, 1);
    const decision = decider?.decide(saved);
    if (decision === undefined) return undefined;
    const { rule, perhaps: others = [] } = decision;
    if (decision.missing !== undefined && rule !== undefined) {
      count(undecidable, 1);
      missing.take(saved, rule, decision.missing);
    }
    const isSure = decision.effect !== "indeterminate" && others.length === 0;
    if (rule !== undefined) (isSure ? decided : perhaps).add(ruleKey(rule));
    else if (isSure) unruled.take(saved.call, decision);
    for (const other of others) perhaps.add(ruleKey(other));
    return decision;
  };

  const groupOf = (name: GroupName): GroupTally | undefined => {
    const { action = "", connector, decider: side, perhaps: others = [] } = name;
    const deciders = [side === undefined ? "" : sideKey(side), ...others.map(ruleKey)];
    const key = JSON.stringify([connector, action, ...deciders]);
    const known = groups.get(key);
    if (known !== undefined) return known;
    if (groups.size >= keptGroups) return undefined;
    const made = groupTally(name, policy?.approvalTtl);
    groups.set(key, made);
    return made;
  };

  const keep = (logged: LoggedCall): Kept => {
    const { call } = logged.saved;
    const decision = decide(logged);
    return {
      group: groupOf(groupName(call, decision)),
      shown: shown(call),
      caller: logged.trail.caller,
    };
  };

  const following = heldCalls(keep);

  const settle = (settled: readonly (HeldCall<Kept> | OtherCall)[]): void => {
    for (const one of settled) {
      if (one.kind === "held") {
        if (one.kept.group === undefined) left.otherHeld += 1;
        else one.kept.group.take(one.end, one.kept);
      } else if (one.logged.answer !== "not-reached") decide(one.logged);
    }
  };

  const isInside = ({ trail: { at } }: Exclude<LogEntry, BadLine>): boolean => {
    if (at !== undefined) {
      if (newest !== undefined && at < newest - disorder) left.disordered += 1;
      newest = Math.max(newest ?? at, at);
    }
    if (from === undefined) return true;
    if (at === undefined) left.undated += 1;
    else if (at < from) left.older += 1;
    return at !== undefined && at >= from;
  };

  return {
    take(entry) {
      if (entry.kind === "bad-line") badLines.take(entry);
      else if (isInside(entry)) settle(following.take(entry));
    },
    result() {
      settle(following.end());
      const found = [...groups.values()].map((group) => group.result());
      return {
        calls: total.calls,
        groups: found.sort((one, other) => other.held - one.held),
        ...left,
        strayDecisions: following.strayDecisions,
        givenUp: following.givenUp,
        badLines: badLines.result(),
        ...(policy === undefined
          ? {}
          : {
              ruled: {
                ttl: policy.approvalTtl,
                total,
                undecidable,
                missing: missing.result(),
                idle: idleRules(policy, decided, perhaps),
                unruled: unruled.result(),
              },
            }),
      };
    },
  };
}

function groupName({ action, connector }: Call, decision: CallDecision | undefined): GroupName {
  if (decision === undefined) return { connector, action };
  const { effect, perhaps } = decision;
  const isSplit = perhaps !== undefined && effect !== "indeterminate";
  return { connector, decider: sideOf(decision), ...(isSplit ? { perhaps } : {}) };
}
