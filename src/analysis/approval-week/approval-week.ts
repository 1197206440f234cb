import type { Call } from "../../policy/call.ts";
import type { Policy } from "../../policy/policy.ts";
import { type CallDecision, decideCall } from "../masked/decide-call.ts";
import type { LogEntry } from "../platform-log/log-entry.ts";
import { type BadLines, badLineTally } from "../simulation/bad-lines.ts";
import { type MissingArgument, missingTally } from "../simulation/missing-arguments.ts";
import { momentOf } from "../simulation/moment.ts";
import { sideKey, sideOf } from "../simulation/side-key.ts";
import { count, newTally, type Tally } from "../simulation/tally.ts";
import {
  type ApprovalGroup,
  type GroupName,
  type GroupTally,
  groupTally,
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
  /** Decisions about calls that the log does not hold. */
  readonly strayDecisions: number;
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

/** A tally of nothing yet, in memory that does not grow with the log but with what it tells apart. */
export function weekTally({ policy, from, shown }: WeekQuestion): WeekTally {
  const following = heldCalls();
  const groups = new Map<string, GroupTally>();
  const badLines = badLineTally();
  const missing = missingTally();
  const total = newTally();
  const undecidable = newTally();
  const unruled = actionTally();
  const decided = new Set<string>();
  const perhaps = new Set<string>();
  const left = { otherHeld: 0, older: 0, undated: 0 };

  const decide = ({ logged: { saved } }: HeldCall | OtherCall): CallDecision | undefined => {
    count(total, 1);
    if (policy === undefined) return undefined;
    const decision = decideCall(policy, saved.call);
    const { rule, effect } = decision;
    if (decision.missing !== undefined && rule !== undefined) {
      count(undecidable, 1);
      missing.take(saved, rule, decision.missing);
    }
    if (rule === undefined) unruled.take(saved.call, decision);
    else if (effect === "indeterminate") perhaps.add(ruleKey(rule));
    else decided.add(ruleKey(rule));
    return decision;
  };

  const grouped = (held: HeldCall, decision: CallDecision | undefined): void => {
    const { call } = held.logged.saved;
    const { connector, action } = call;
    const name: GroupName =
      decision === undefined ? { connector, action } : { connector, decider: sideOf(decision) };
    const key = JSON.stringify([
      connector,
      name.action ?? "",
      name.decider === undefined ? "" : sideKey(name.decider),
    ]);
    const known = groups.get(key);
    if (known === undefined && groups.size >= keptGroups) {
      left.otherHeld += 1;
      return;
    }
    const group = known ?? groupTally(name, policy?.approvalTtl);
    groups.set(key, group);
    group.take(held, shown(call));
  };

  const settle = (settled: readonly (HeldCall | OtherCall)[]): void => {
    for (const one of settled) {
      if (one.logged.answer === "not-reached") continue;
      const decision = decide(one);
      if (one.kind === "held") grouped(one, decision);
    }
  };

  const isInside = ({ trail }: Exclude<LogEntry, { readonly kind: "bad-line" }>): boolean => {
    if (from === undefined) return true;
    const at = trail.at === undefined ? undefined : momentOf(trail.at);
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
