import type { RuleReference } from "../../policy/decision.ts";
import type { ChangeSide } from "../diff/change.ts";
import type { HeldEnd, Way } from "./held-call.ts";
import { type SplittingValue, splitSearch } from "./splitting-value.ts";
import { type WaitingTimes, waitingTimes } from "./waiting-times.ts";

/** Whose held calls are counted together: those of one connector that one rule decides. */
export interface GroupName {
  readonly connector: string;
  /** What decides them under the manifest; absent without one. */
  readonly decider?: ChangeSide;
  /** Present: rules that may decide them instead, to the same effect, by what the log masked. */
  readonly perhaps?: readonly RuleReference[];
  /** The action, where there is no manifest to say more. */
  readonly action?: string;
}

/** What a person said to a denied call. */
export interface Denial {
  readonly by?: string;
  readonly note: string;
}

/** What became of a group's held calls. */
export interface ApprovalGroup extends GroupName {
  readonly held: number;
  readonly approved: number;
  /** The approved ones by what became of them on the way to their run. */
  readonly ways: Readonly<Record<Way, number>>;
  readonly denied: number;
  /** The first of those that came with a message. */
  readonly denials: readonly Denial[];
  readonly undecided: number;
  /** Undecided for longer than the manifest lets a held call wait; absent without a manifest. */
  readonly expired?: number;
  /** Who launched the sessions of undecided calls, the most frequent first. */
  readonly waitedFor: readonly { readonly caller: string; readonly calls: number }[];
  readonly times?: WaitingTimes;
  readonly split?: SplittingValue;
}

/** What a group wants to know of a held call beside its end. */
export interface HeldFacts {
  /** The arguments that a report may show, as JSON by their paths. */
  readonly shown: ReadonlyMap<string, string>;
  readonly caller: string | undefined;
}

/** Counts the held calls of a group. */
export interface GroupTally {
  take(end: HeldEnd, facts: HeldFacts): void;
  result(): ApprovalGroup;
}

const keptDenials = 5;
const keptCallers = 100;

/** A tally of no held call yet; `ttl` is the manifest's, in seconds. */
export function groupTally(name: GroupName, ttl: number | undefined): GroupTally {
  const ends = { approved: 0, denied: 0, undecided: 0 };
  const ways = { "as-it-came": 0, changed: 0, "not-told": 0, "not-run": 0 };
  const denials: Denial[] = [];
  const callers = new Map<string, number>();
  const seconds = new Map<number, number>();
  const split = splitSearch();
  let expired = 0;

  type Taker<K extends HeldEnd["kind"]> = (
    end: Extract<HeldEnd, { readonly kind: K }>,
    facts: HeldFacts,
  ) => void;
  const takers: { readonly [K in HeldEnd["kind"]]: Taker<K> } = {
    approved({ way }) {
      ways[way] += 1;
    },
    denied({ by, note }) {
      if (note === undefined || denials.length >= keptDenials) return;
      denials.push({ note, ...(by === undefined ? {} : { by }) });
    },
    undecided(end, { caller }) {
      if (ttl !== undefined && end.seconds !== undefined && end.seconds > ttl) expired += 1;
      if (caller === undefined || (!callers.has(caller) && callers.size >= keptCallers)) return;
      callers.set(caller, (callers.get(caller) ?? 0) + 1);
    },
  };
  const ended = <K extends HeldEnd["kind"]>(
    end: Extract<HeldEnd, { readonly kind: K }>,
    facts: HeldFacts,
  ): void => takers[end.kind as K](end, facts);

  return {
    take(end, facts) {
      ends[end.kind] += 1;
      ended(end, facts);
      if (end.kind === "undecided") return;
      split.take(end.kind, facts.shown);
      if (end.seconds !== undefined) seconds.set(end.seconds, (seconds.get(end.seconds) ?? 0) + 1);
    },
    result() {
      const times = waitingTimes(seconds, ttl);
      const found = split.result();
      return {
        ...name,
        held: ends.approved + ends.denied + ends.undecided,
        ...ends,
        ways,
        denials,
        ...(ttl === undefined ? {} : { expired }),
        waitedFor: [...callers]
          .map(([caller, calls]) => ({ caller, calls }))
          .sort((one, other) => other.calls - one.calls),
        ...(times === undefined ? {} : { times }),
        ...(found === undefined ? {} : { split: found }),
      };
    },
  };
}

/** So many approvals, all of them, make a formality of a question. */
const habit = 3;

/**
 * Whether people approve whatever the group asks: nothing denied, nothing changed, often enough to say so, and, under a
 * manifest, still asked.
 */
export function isFormality({ approved, decider, denied, ways }: ApprovalGroup): boolean {
  const isAsked = decider === undefined || decider.effect === "require_approval";
  return isAsked && approved >= habit && denied === 0 && ways.changed === 0;
}
