import type { LogKind } from "./log-records.ts";
import { type Aftermath, logEnd, type MadeCall, type PlatformEvent } from "./platform-log.ts";
import { nothingShown, platformPreview, type ShownMap } from "./platform-preview.ts";
import type { Scan, ScannedDecision } from "./scanned-decision.ts";

/** What happened to the held calls of a group. */
export interface TrueGroup {
  held: number;
  approved: number;
  denied: number;
  undecided: number;
  expired: number;
  late: number;
}

/** Of a group that holds nothing yet. */
export const emptyGroup: Readonly<TrueGroup> = {
  held: 0,
  approved: 0,
  denied: 0,
  undecided: 0,
  expired: 0,
  late: 0,
};

/** What a log must be found to hold, counted by whoever made it. */
export interface LogTruth {
  readonly records: number;
  readonly calls: number;
  readonly answers: Readonly<Record<"run" | "hold" | "block" | "not-reached", number>>;
  readonly refusals: Readonly<Record<string, number>>;
  readonly announcements: number;
  /** Runs that an announcement puts to a held call. */
  readonly runsByApproval: number;
  readonly personsDecisions: number;
  readonly extents: Readonly<Record<"none" | "preview", number>>;
  readonly redirected: number;
  readonly ways: Readonly<Record<"as-it-came" | "changed" | "not-told" | "not-run", number>>;
  readonly strayDecisions: number;
  readonly undecidable: number;
  /** Undecidable calls by what they lack: `stripe.create_refund reason`. */
  readonly missing: Readonly<Record<string, number>>;
  /** Imported calls by the decision on what the log shows of them. */
  readonly effects: Readonly<Record<string, number>>;
  /** By connector, effect and rule. */
  readonly groups: Readonly<Record<string, TrueGroup>>;
  /** Rules that surely decided a call, and those of which that is not known. */
  readonly decided: readonly number[];
  readonly perhaps: readonly number[];
  /** Calls that surely no rule decides, by action. */
  readonly unruled: Readonly<Record<string, number>>;
}

/** What is asked of a log. */
export interface TruthQuestion {
  readonly kind: LogKind;
  readonly scan: Scan;
  /** Seconds that an approval may take. */
  readonly ttl: number;
  /** Only what happened from this moment on. */
  readonly from: number;
}

/** Counts what a log holds from the events that it is made of. */
export function logTruth({ kind, scan, ttl, from }: TruthQuestion): {
  take(event: PlatformEvent): void;
  result(): LogTruth;
} {
  const answers = { run: 0, hold: 0, block: 0, "not-reached": 0 };
  const extents = { none: 0, preview: 0 };
  const ways = { "as-it-came": 0, changed: 0, "not-told": 0, "not-run": 0 };
  const counts = { records: 0, calls: 0, announcements: 0, redirected: 0 };
  const more = { runsByApproval: 0, personsDecisions: 0, strayDecisions: 0, undecidable: 0 };
  const groups = new Map<string, TrueGroup>();
  const decided = new Set<number>();
  const perhaps = new Set<number>();
  const refusals = new Counts();
  const missing = new Counts();
  const effects = new Counts();
  const unruled = new Counts();
  const announced = new Set<string>();

  const decide = ({ connector, action, risk }: MadeCall, shown: ShownMap): ScannedDecision =>
    scan.decide({ path: `${connector}.${action}`, shown, risk });

  const called = (call: MadeCall, shown: ShownMap): ScannedDecision => {
    counts.calls += 1;
    const path = `${call.connector}.${call.action}`;
    const decision = decide(call, shown);
    const [sure] = decision.deciders;
    if (decision.deciders.length > 1 || sure === undefined) {
      for (const rule of decision.deciders) perhaps.add(rule);
    } else if (sure === -1) unruled.add(path);
    else decided.add(sure);
    if (decision.effect === undefined) {
      more.undecidable += 1;
      for (const arg of decision.missing) missing.add(`${path} ${arg}`);
    }
    return decision;
  };

  const imported = (call: MadeCall, shown: ShownMap): void => {
    extents[shown === nothingShown ? "none" : "preview"] += 1;
    effects.add(decide(call, shown).effect ?? "undecidable");
    if (call.sent !== call.connector) counts.redirected += 1;
  };

  const shownOf = ({ args }: MadeCall): ShownMap => {
    const { shown } = platformPreview(args);
    if (kind === "call-records") return shown;
    return platformPreview({ summary: shown }).shown["summary"] as ShownMap;
  };

  const grouped = (event: Extract<PlatformEvent, { readonly kind: "held" }>): void => {
    const { call } = event;
    const decision = called(call, shownOf(call));
    const rule = decision.effect === undefined ? decision.asked : decision.ifNothingMatches;
    const key = `${call.connector} ${decision.effect ?? "undecidable"} ${rule}`;
    const group = groups.get(key) ?? { ...emptyGroup };
    groups.set(key, group);
    group.held += 1;
    if (event.decided === undefined) {
      group.undecided += 1;
      if (logEnd - call.at > ttl * 1000) group.expired += 1;
      return;
    }
    if (event.decided.at - call.at > ttl * 1000) group.late += 1;
    if (event.decided.decision === "deny") group.denied += 1;
    else {
      group.approved += 1;
      ways[wayOf(event.aftermath)] += 1;
    }
  };

  const wayOf = (aftermath: Aftermath): keyof typeof ways => {
    if (aftermath === "nothing") return "not-run";
    // The audit export has no digests, so that it does not show what ran.
    return aftermath === "changed" && kind === "audit-export" ? "not-told" : aftermath;
  };

  const ran = (event: Extract<PlatformEvent, { readonly kind: "ran" }>): void => {
    const { call, approvedBy } = event;
    if (approvedBy?.isAnnounced && announced.delete(call.session)) {
      if (approvedBy.held.at >= from) more.runsByApproval += 1;
      else answers.hold += 1;
      return;
    }
    answers.run += 1;
    imported(call, nothingShown);
    const isTakenForTheHeld = kind === "audit-export" ? changedRuns.delete(call.session) : false;
    const isByApproval = approvedBy !== undefined && approvedBy.held.at >= from;
    if (!isByApproval && !isTakenForTheHeld) called(call, nothingShown);
  };

  /** Sessions in which another request will run than the one that was approved. */
  const changedRuns = new Set<string>();

  return {
    take(event) {
      const at = event.kind === "decided" ? event.at : event.call.at;
      if (at < from || (event.kind === "decided" && kind === "call-records")) return;
      counts.records += 1;
      const { call } = event;
      switch (event.kind) {
        case "refused":
          answers["not-reached"] += 1;
          refusals.add(event.reason);
          break;
        case "blocked":
          answers.block += 1;
          imported(call, shownOf(call));
          called(call, shownOf(call));
          break;
        case "held":
          answers.hold += 1;
          imported(call, shownOf(call));
          grouped(event);
          if (event.aftermath === "changed") changedRuns.add(call.session);
          break;
        case "decided":
          more.personsDecisions += 1;
          if (call.at < from) more.strayDecisions += 1;
          break;
        case "carried-over":
          counts.announcements += 1;
          announced.add(call.session);
          break;
        case "ran":
          ran(event);
          break;
      }
    },
    result: () => ({
      ...counts,
      ...more,
      answers,
      extents,
      ways,
      refusals: refusals.result(),
      missing: missing.result(),
      effects: effects.result(),
      unruled: unruled.result(),
      groups: Object.fromEntries(groups),
      decided: [...decided].sort((one, other) => one - other),
      perhaps: [...perhaps].filter((rule) => rule >= 0 && !decided.has(rule)),
    }),
  };
}

class Counts {
  readonly #counts = new Map<string, number>();

  add(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  result(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }
}
