import type { CallTrail } from "../platform-log/call-trail.ts";
import type { LogEntry, LoggedCall, LogNote } from "../platform-log/log-entry.ts";
import { momentOf } from "../simulation/moment.ts";
import {
  type HeldCall,
  isSameRequest,
  type RequestMark,
  requestMark,
  type Way,
} from "./held-call.ts";

/** A call that waited for no person, as far as the log says. */
export interface OtherCall {
  readonly kind: "other";
  readonly logged: LoggedCall;
}

type Taken<Kept> = readonly (HeldCall<Kept> | OtherCall)[];

/** Follows held calls through a log to their ends. */
export interface HeldCalls<Kept> {
  /** Calls whose end is known by now. */
  take(entry: Exclude<LogEntry, { readonly kind: "bad-line" }>): Taken<Kept>;
  /** All others, when there is no more. */
  end(): readonly HeldCall<Kept>[];
  /** Decisions about calls that the log does not hold. */
  readonly strayDecisions: number;
  /** Held calls that were given up before the log ended, because too many waited at a time. */
  readonly givenUp: number;
}

/** So many calls are followed at a time, unless somebody says otherwise: some 100 MB. The oldest is then given up. */
const mostFollowed = 250_000;

/** So many announcements, and decisions about calls that are still to come, are remembered. */
const mostAhead = 10_000;

/** Kortix semantics: an approval lets exactly one call run, that is made within 15 minutes of it. */
const approvalLasts = 15 * 60_000;

/** What is kept of a held call until its end is known: small, because many wait for it. */
interface Followed<Kept> {
  readonly kept: Kept;
  readonly thread: string;
  readonly mark: RequestMark;
  readonly since: number | undefined;
  approved?: { readonly at: number | undefined };
  /** Another request of its session ran since; should its own run still come, that counts. */
  changed?: true;
}

/**
 * Follows nothing yet. Records are taken in the order of time. A decision belongs to the call of its execution; a run to the
 * approval of its session and action that has none yet: the same request first, else the oldest. `keep`: what is wanted of a held call
 * when its end is known.
 */
export function heldCalls<Kept>(
  keep: (logged: LoggedCall) => Kept,
  followed: number = mostFollowed,
): HeldCalls<Kept> {
  const open = new Map<string, Followed<Kept>>();
  const approved = new Map<string, Map<string, Followed<Kept>>>();
  const early = new Map<string, LogNote>();
  const carried = new Set<string>();
  let numbered = 0;
  let newest: number | undefined;
  let stray = 0;
  let givenUp = 0;

  const forget = (key: string, { thread }: Followed<Kept>): void => {
    open.delete(key);
    const ofThread = approved.get(thread);
    ofThread?.delete(key);
    if (ofThread?.size === 0) approved.delete(thread);
  };

  /** The end of a call that nobody denied. */
  const ended = (found: Followed<Kept>, way: Way): HeldCall<Kept> => {
    const { kept, approved, changed, since } = found;
    const seconds = secondsBetween(since, approved === undefined ? newest : approved.at);
    const timed = seconds === undefined ? {} : { seconds };
    return approved === undefined
      ? { kind: "held", kept, end: { kind: "undecided", ...timed } }
      : {
          kind: "held",
          kept,
          end: { kind: "approved", way: changed ? "changed" : way, ...timed },
        };
  };

  const denied = ({ kept, since }: Followed<Kept>, trail: CallTrail, at: number | undefined) => {
    const { decidedBy, note } = trail;
    const seconds = secondsBetween(since, at);
    const end = {
      kind: "denied",
      ...(seconds === undefined ? {} : { seconds }),
      ...(decidedBy === undefined ? {} : { by: decidedBy }),
      ...(note === undefined ? {} : { note }),
    } as const;
    return { kind: "held", kept, end } as const;
  };

  const follow = (key: string, found: Followed<Kept>): readonly HeldCall<Kept>[] => {
    const [oldest] = open;
    open.set(key, found);
    if (oldest === undefined || open.size <= followed) return [];
    forget(...oldest);
    givenUp += 1;
    return [ended(oldest[1], "not-run")];
  };

  const decide = (
    key: string,
    found: Followed<Kept>,
    trail: CallTrail,
    at: number | undefined,
  ): readonly HeldCall<Kept>[] => {
    if (trail.decision === "deny") {
      forget(key, found);
      return [denied(found, trail, at)];
    }
    found.approved = { at };
    const { thread } = found;
    approved.set(thread, (approved.get(thread) ?? new Map()).set(key, found));
    return [];
  };

  const held = (logged: LoggedCall): readonly HeldCall<Kept>[] => {
    const { saved, thread, trail } = logged;
    numbered += 1;
    const key = trail.execution ?? `\u0000${numbered}`;
    const known = open.get(key);
    const found = known ?? {
      kept: keep(logged),
      thread,
      mark: requestMark(logged),
      since: trail.at,
    };
    const pushed = known === undefined ? follow(key, found) : [];
    const note = early.get(key);
    early.delete(key);
    if (trail.decision !== undefined) {
      return [...pushed, ...decide(key, found, trail, momentIn(saved.record?.decidedAt))];
    }
    return note === undefined
      ? pushed
      : [...pushed, ...decide(key, found, note.trail, note.trail.at)];
  };

  const noted = (note: LogNote): readonly HeldCall<Kept>[] => {
    const { trail, thread } = note;
    if (note.kind === "carry-over") {
      const [oldest] = carried;
      if (oldest !== undefined && carried.size >= mostAhead) carried.delete(oldest);
      carried.add(thread);
    }
    if (note.kind !== "approval") return [];
    const found = trail.execution === undefined ? undefined : open.get(trail.execution);
    if (trail.execution !== undefined && found !== undefined && trail.decision !== undefined) {
      // The call's own record may have told before.
      return found.approved ? [] : decide(trail.execution, found, trail, trail.at);
    }
    if (trail.execution !== undefined && early.size < mostAhead) early.set(trail.execution, note);
    else stray += 1;
    return [];
  };

  const ran = (logged: LoggedCall): Taken<Kept> => {
    const { thread, trail } = logged;
    const isCarried = carried.delete(thread);
    const other: readonly OtherCall[] = isCarried ? [] : [{ kind: "other", logged }];
    const ofThread = approved.get(thread);
    if (ofThread === undefined) return other;
    const waiting = [...ofThread].filter(([, found]) => isLasting(found.approved?.at, trail.at));
    const mark = requestMark(logged);
    const same = waiting.find(([, found]) => isSameRequest(found.mark, mark) === true);
    const [key, found] = same ?? waiting[0] ?? [];
    if (key === undefined || found === undefined) return other;
    const is = isSameRequest(found.mark, mark);
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
      const { at } = entry.trail;
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
    get givenUp() {
      return givenUp;
    },
  };
}

/** Whether a run at a moment can be by an approval of another; what has no time can. */
function isLasting(approvedAt: number | undefined, ranAt: number | undefined): boolean {
  if (approvedAt === undefined || ranAt === undefined) return true;
  return ranAt >= approvedAt && ranAt <= approvedAt + approvalLasts;
}

function secondsBetween(from: number | undefined, to: number | undefined): number | undefined {
  if (from === undefined || to === undefined || to < from) return undefined;
  return Math.round((to - from) / 1000);
}

function momentIn(at: string | number | undefined): number | undefined {
  return at === undefined ? undefined : momentOf(at);
}
