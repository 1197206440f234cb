import type { CallTrail } from "../platform-log/call-trail.ts";
import type { LogEntry, LoggedCall, LogNote } from "../platform-log/log-entry.ts";
import { momentOf } from "../simulation/moment.ts";
import { type HeldCall, type HeldEnd, isSameRequest, type Way } from "./held-call.ts";

/** A call that waited for no person, as far as the log says. */
export interface OtherCall {
  readonly kind: "other";
  readonly logged: LoggedCall;
}

/** Follows held calls through a log to their ends. */
export interface HeldCalls {
  /** Calls whose end is known by now. */
  take(entry: Exclude<LogEntry, { readonly kind: "bad-line" }>): readonly (HeldCall | OtherCall)[];
  /** All others, when there is no more. */
  end(): readonly HeldCall[];
  /** Decisions about calls that the log does not hold. */
  readonly strayDecisions: number;
}

/** So many calls are followed at a time; the oldest is then taken to have no more in the log. */
const followed = 10_000;

/** Kortix semantics: an approval lets exactly one call run, that is made within 15 minutes of it. */
const approvalLasts = 15 * 60_000;

interface Followed {
  readonly logged: LoggedCall;
  readonly since: number | undefined;
  decided?: { readonly trail: CallTrail; readonly at: number | undefined };
  /** Another request of its session ran since; should its own run still come, that counts. */
  changed?: true;
}

/**
 * Follows nothing yet. Records are taken in the order of time. A decision belongs to the call of its execution; a run to the
 * approval of its session and action that has none yet: the same request first, else the oldest.
 */
export function heldCalls(): HeldCalls {
  const open = new Map<string, Followed>();
  const approved = new Map<string, Map<string, Followed>>();
  const early = new Map<string, LogNote>();
  const carried = new Set<string>();
  let numbered = 0;
  let newest: number | undefined;
  let stray = 0;

  const ended = ({ logged, since, decided, changed }: Followed, way: Way): HeldCall => {
    const seconds = secondsBetween(since, decided === undefined ? newest : decided.at);
    const timed = seconds === undefined ? {} : { seconds };
    return { kind: "held", logged, end: endOf(decided?.trail, timed, changed ? "changed" : way) };
  };

  const forget = (key: string, { logged: { thread } }: Followed): void => {
    open.delete(key);
    const ofThread = approved.get(thread);
    ofThread?.delete(key);
    if (ofThread?.size === 0) approved.delete(thread);
  };

  const follow = (key: string, found: Followed): readonly HeldCall[] => {
    const [oldest] = open;
    open.set(key, found);
    if (oldest === undefined || open.size <= followed) return [];
    forget(...oldest);
    return [ended(oldest[1], "not-run")];
  };

  const decide = (key: string, found: Followed, trail: CallTrail, at: number | undefined) => {
    found.decided = { trail, at };
    if (trail.decision === "deny") {
      forget(key, found);
      return [ended(found, "not-run")];
    }
    const { thread } = found.logged;
    approved.set(thread, (approved.get(thread) ?? new Map()).set(key, found));
    return [];
  };

  const held = (logged: LoggedCall): readonly HeldCall[] => {
    const { trail, saved } = logged;
    numbered += 1;
    const key = trail.execution ?? `\u0000${numbered}`;
    const known = open.get(key);
    const found = known ?? { logged, since: moment(saved.at) };
    const pushed = known === undefined ? follow(key, found) : [];
    const note = early.get(key);
    early.delete(key);
    if (trail.decision !== undefined) {
      return [...pushed, ...decide(key, found, trail, moment(saved.record?.decidedAt))];
    }
    return note === undefined
      ? pushed
      : [...pushed, ...decide(key, found, note.trail, moment(note.trail.at))];
  };

  const noted = (note: LogNote): readonly HeldCall[] => {
    const { trail, thread } = note;
    if (note.kind === "carry-over") {
      const [oldest] = carried;
      if (oldest !== undefined && carried.size >= followed) carried.delete(oldest);
      carried.add(thread);
    }
    if (note.kind !== "approval") return [];
    const found = trail.execution === undefined ? undefined : open.get(trail.execution);
    if (trail.execution !== undefined && found !== undefined && trail.decision !== undefined) {
      // The call's own record may have told before.
      return found.decided ? [] : decide(trail.execution, found, trail, moment(trail.at));
    }
    if (trail.execution !== undefined && early.size < followed) early.set(trail.execution, note);
    else stray += 1;
    return [];
  };

  const ran = (logged: LoggedCall): readonly (HeldCall | OtherCall)[] => {
    const isCarried = carried.delete(logged.thread);
    const other: readonly OtherCall[] = isCarried ? [] : [{ kind: "other", logged }];
    const waiting = [...(approved.get(logged.thread) ?? [])].filter(([, { decided }]) =>
      isLasting(decided?.at, moment(logged.saved.at)),
    );
    const same = waiting.find(([, found]) => isSameRequest(found.logged, logged) === true);
    const [key, found] = same ?? waiting[0] ?? [];
    if (key === undefined || found === undefined) return other;
    const is = isSameRequest(found.logged, logged);
    if (is === false && !isCarried) {
      found.changed = true;
      return other;
    }
    forget(key, found);
    if (is !== false) delete found.changed;
    // The platform carries an approval over to the very same request alone.
    const way = is === false ? "changed" : is || isCarried ? "as-it-came" : "not-told";
    return [ended(found, way)];
  };

  return {
    take(entry) {
      const at = moment(entry.trail.at);
      if (at !== undefined) newest = Math.max(newest ?? at, at);
      if (entry.kind !== "logged-call") return noted(entry);
      if (entry.answer === "hold") return held(entry);
      return entry.answer === "run" || entry.answer === "unknown"
        ? ran(entry)
        : [{ kind: "other", logged: entry }];
    },
    end: () => [...open.values()].map((found) => ended(found, "not-run")),
    get strayDecisions() {
      return stray + early.size;
    },
  };
}

/** Whether a run at a moment can be by an approval of another; what has no time can. */
function isLasting(approvedAt: number | undefined, ranAt: number | undefined): boolean {
  if (approvedAt === undefined || ranAt === undefined) return true;
  return ranAt >= approvedAt && ranAt <= approvedAt + approvalLasts;
}

function endOf(
  trail: CallTrail | undefined,
  timed: { readonly seconds?: number },
  way: Way,
): HeldEnd {
  if (trail === undefined) return { kind: "undecided", ...timed };
  if (trail.decision !== "deny") return { kind: "approved", way, ...timed };
  const { decidedBy, note } = trail;
  return {
    kind: "denied",
    ...timed,
    ...(decidedBy === undefined ? {} : { by: decidedBy }),
    ...(note === undefined ? {} : { note }),
  };
}

function moment(at: string | number | undefined): number | undefined {
  return at === undefined ? undefined : momentOf(at);
}

function secondsBetween(from: number | undefined, to: number | undefined): number | undefined {
  if (from === undefined || to === undefined || to < from) return undefined;
  return Math.round((to - from) / 1000);
}
