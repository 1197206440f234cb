import { createHash } from "node:crypto";
import type { Policy } from "../../policy/policy.ts";
import { highestCount } from "../simulation/record-field.ts";
import type { SavedCall } from "../simulation/saved-call.ts";
import { callShape } from "./call-shape.ts";
import { Together } from "./together.ts";

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
  let held = new Map<string, Together>();
  let characters = 0;

  const release = (): readonly SavedCall[] => {
    const calls = [...held.values()].map((together) => together.saved());
    held = new Map();
    characters = 0;
    return calls;
  };

  return {
    take(saved) {
      if (saved.expect !== undefined) return [saved];
      const key = shapeKey(callShape(saved.call, policies));
      const known = held.get(key);
      if (known === undefined) {
        held.set(key, new Together(saved));
        characters += JSON.stringify(saved.call).length;
        return held.size > limits.shapes || characters > limits.characters ? release() : [];
      }
      if (known.count + saved.count <= highestCount) {
        known.add(saved);
        return [];
      }
      held.set(key, new Together(saved));
      return [known.saved()];
    },
    end: release,
  };
}

/** A longer shape goes by its digest: it can be as long as its call. */
const longestKey = 300;

/** What stands for a shape; no digest reads as a shape, which is JSON. */
function shapeKey(shape: string): string {
  return shape.length <= longestKey ? shape : createHash("sha256").update(shape).digest("base64");
}
