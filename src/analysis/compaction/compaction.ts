import { createHash } from "node:crypto";
import type { Policy } from "../../policy/policy.ts";
import { momentOf } from "../simulation/moment.ts";
import { highestCount } from "../simulation/record-field.ts";
import type { SavedCall } from "../simulation/saved-call.ts";
import { callShape } from "./call-shape.ts";

/** Puts saved calls of one shape together, holding a bounded number of them. */
export interface Compaction {
  /** What is complete with this call: nothing most of the time. */
  take(saved: SavedCall): readonly SavedCall[];
  /** What is left, in the order in which it was first met. */
  end(): readonly SavedCall[];
}

/** How much a compaction holds: past either, it gives out what it has and begins anew. */
export interface CompactionLimits {
  readonly shapes: number;
  /** Characters of the held calls' arguments, as JSON. */
  readonly characters: number;
}

const usualLimits: CompactionLimits = { shapes: 50_000, characters: 67_108_864 };

/**
 * A compaction of nothing yet. Calls of one shape become the first of them, with the sum of their counts and the latest time.
 * Replayed under the given policies, what comes out says the same as what went in, call for call of the real ones. Pinned
 * calls are policy tests and stay as they are.
 */
export function compaction(
  policies: readonly Policy[],
  limits: CompactionLimits = usualLimits,
): Compaction {
  let held = new Map<string, SavedCall>();
  let characters = 0;

  const release = (): readonly SavedCall[] => {
    const calls = [...held.values()];
    held = new Map();
    characters = 0;
    return calls;
  };

  return {
    take(saved) {
      if (saved.expect !== undefined) return [saved];
      // A digest, because a shape can be as long as its call.
      const key = createHash("sha256").update(callShape(saved.call, policies)).digest("base64");
      const known = held.get(key);
      if (known === undefined) {
        held.set(key, saved);
        characters += JSON.stringify(saved.call).length;
        return held.size > limits.shapes || characters > limits.characters ? release() : [];
      }
      const fits = known.count + saved.count <= highestCount;
      held.set(key, fits ? together(known, saved) : saved);
      return fits ? [] : [known];
    },
    end: release,
  };
}

/** What a log says of one call is not true of several. The first time is told only where it is known of all of them. */
function together(known: SavedCall, more: SavedCall): SavedCall {
  const { record: _, firstAt: __, ...first } = known;
  const at = latest([known.at, more.at]);
  const began = [beginning(known), beginning(more)];
  const firstAt = began.includes(undefined) ? undefined : earliest(began);
  return {
    ...first,
    count: known.count + more.count,
    ...(at === undefined ? {} : { at }),
    ...(firstAt === undefined ? {} : { firstAt }),
  };
}

type Time = SavedCall["at"];

/** When the first of a record's calls was made; of a single call that is when it was made. */
function beginning({ count, at, firstAt }: SavedCall): Time {
  return firstAt ?? (count === 1 ? at : undefined);
}

function latest(times: readonly Time[]): Time {
  return inOrder(times).at(-1);
}

function earliest(times: readonly Time[]): Time {
  return inOrder(times)[0];
}

/** Those that are known, the earliest first; of equal ones as they came, so that the first spelling of a time stays. */
function inOrder(times: readonly Time[]): readonly Time[] {
  return times
    .filter((time) => time !== undefined)
    .sort((one, other) => (momentOf(one) ?? 0) - (momentOf(other) ?? 0));
}
