import { createHash } from "node:crypto";
import type { Call, Json } from "../../policy/call.ts";
import { canonicalJson } from "../../policy/canonical-json.ts";
import type { Policy } from "../../policy/policy.ts";
import { decideCall } from "../masked/decide-call.ts";
import { type BadLines, badLineTally } from "./bad-lines.ts";
import type { CorpusEntry } from "./corpus-entry.ts";
import { meetsExpectation } from "./expectations.ts";
import type { Expectation, SavedCall } from "./saved-call.ts";
import { keptUnmet, type UnmetExpectation } from "./simulation.ts";
import { count, newTally, type Tally } from "./tally.ts";

/** A change of the saved calls themselves: what a corpus will no longer say, and what it will say anew. */
export interface CorpusChange {
  /** Calls that are saved anew, or stand for more real calls. */
  readonly added: Tally;
  /** Decisions that are pinned anew. */
  readonly pinned: number;
  /** Calls that are saved no more, stand for fewer real calls, or lose a pinned decision. */
  readonly lostCalls: number;
  /** The first of them in the order of the corpus, at most `keptLost`. */
  readonly lost: readonly LostCall[];
  /** The identity of all that is lost, whatever the order and the files; undefined when nothing is. */
  readonly digest: string | undefined;
  /** Decisions that are pinned anew and that the policy after the change does not give; the first, at most `keptUnmet`. */
  readonly unmet: readonly UnmetExpectation[];
  /** Lines after the change that hold no readable call. */
  readonly badLines: BadLines;
  /** True when there are too many different calls to compare. */
  readonly tooMany: boolean;
}

/** What a corpus loses of one call. */
export interface LostCall {
  /** The first record of it before the change. */
  readonly saved: SavedCall;
  /** For how many real calls it stands, before and after; 0: it is gone. */
  readonly from: number;
  readonly to: number;
  /** Decisions that were pinned for it and are no more. */
  readonly unpinned: readonly Expectation[];
}

/** A corpus that can be read more than once. */
export type RereadableCorpus = () => AsyncIterable<CorpusEntry>;

export const keptLost = 100;

/** More different calls than these are not compared; what is remembered of each is small. */
const mostCalls = 1_000_000;

/**
 * Compares two corpora call by call: a record whose arguments, risk or agent differ is another call. The order of records,
 * the files that they stand in and what a log says of them mean nothing. `policies`: those that will hold, by which what is
 * pinned anew is tested. The base is read twice, the head once.
 */
export async function corpusChange(
  base: RereadableCorpus,
  head: RereadableCorpus,
  policies: readonly Policy[],
  most: number = mostCalls,
): Promise<CorpusChange> {
  const calls = new Map<string, Weighed>();
  const badLines = badLineTally();
  const unmet: UnmetExpectation[] = [];
  for await (const entry of base()) {
    if (entry.kind === "call") weigh(calls, entry, "before");
    if (calls.size > most) break;
  }
  for await (const entry of head()) {
    if (calls.size > most) break;
    if (entry.kind !== "call") {
      badLines.take(entry);
      continue;
    }
    const known = weigh(calls, entry, "after");
    if (entry.expect === undefined || known.before.pins.includes(entry.expect)) continue;
    for (const failed of unmetBy(entry, entry.expect, policies)) {
      if (unmet.length < keptUnmet) unmet.push(failed);
    }
  }
  const tooMany = calls.size > most;
  return {
    ...gains(calls),
    ...(await losses(calls, base)),
    unmet,
    badLines: badLines.result(),
    tooMany,
  };
}

interface Weight {
  calls: number;
  pins: readonly Expectation[];
}

const noPins: readonly Expectation[] = [];

interface Weighed {
  readonly before: Weight;
  readonly after: Weight;
}

function weigh(calls: Map<string, Weighed>, saved: SavedCall, side: keyof Weighed): Weighed {
  const key = callKey(saved.call);
  const known = calls.get(key) ?? {
    before: { calls: 0, pins: noPins },
    after: { calls: 0, pins: noPins },
  };
  const weight = known[side];
  weight.calls += saved.count;
  if (saved.expect !== undefined && !weight.pins.includes(saved.expect)) {
    weight.pins = [...weight.pins, saved.expect];
  }
  calls.set(key, known);
  return known;
}

/** Equal exactly for calls that every policy decides alike: absent arguments are not the same as none. */
function callKey({ connector, action, args, risk, agent }: Call): string {
  const given = JSON.parse(JSON.stringify(args ?? "absent", withName)) as Json;
  const text = canonicalJson([connector, action, given, risk ?? "", agent ?? null]);
  return createHash("sha256").update(text).digest("base64");
}

/** YAML has numbers that JSON has no text for: they go by their name. */
function withName(_key: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isFinite(value) ? { number: String(value) } : value;
}

function* unmetBy(
  saved: SavedCall,
  expect: Expectation,
  policies: readonly Policy[],
): Generator<UnmetExpectation> {
  for (const policy of policies) {
    const decision = decideCall(policy, saved.call);
    if (!meetsExpectation(saved, decision)) yield { saved, expect, decision };
  }
}

function gains(calls: ReadonlyMap<string, Weighed>): Pick<CorpusChange, "added" | "pinned"> {
  const added = newTally();
  let pinned = 0;
  for (const { before, after } of calls.values()) {
    if (after.calls > before.calls) count(added, after.calls - before.calls);
    pinned += after.pins.filter((pin) => !before.pins.includes(pin)).length;
  }
  return { added, pinned };
}

async function losses(
  calls: ReadonlyMap<string, Weighed>,
  base: RereadableCorpus,
): Promise<Pick<CorpusChange, "lostCalls" | "lost" | "digest">> {
  const lost = [...calls].filter(([, weighed]) => isLost(weighed));
  if (lost.length === 0) return { lostCalls: 0, lost: [], digest: undefined };
  const left = new Map(lost);
  const shown: LostCall[] = [];
  for await (const entry of base()) {
    if (shown.length === Math.min(lost.length, keptLost)) break;
    const key = entry.kind === "call" ? callKey(entry.call) : "";
    const weighed = left.get(key);
    if (entry.kind !== "call" || weighed === undefined) continue;
    left.delete(key);
    const [from, to] = [weighed.before.calls, weighed.after.calls];
    shown.push({ saved: entry, from, to, unpinned: unpinned(weighed) });
  }
  const identity = lost
    .map(([key, weighed]) =>
      canonicalJson([key, weighed.before.calls, weighed.after.calls, unpinned(weighed)]),
    )
    .sort();
  const digest = createHash("sha256").update(canonicalJson(identity)).digest("hex");
  return { lostCalls: lost.length, lost: shown, digest };
}

function isLost(weighed: Weighed): boolean {
  return weighed.after.calls < weighed.before.calls || unpinned(weighed).length > 0;
}

function unpinned({ before, after }: Weighed): readonly Expectation[] {
  return before.pins.filter((pin) => !after.pins.includes(pin)).sort();
}
