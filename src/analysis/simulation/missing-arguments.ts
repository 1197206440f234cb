import type { RuleReference } from "../../policy/decision.ts";
import type { SavedCall } from "./saved-call.ts";
import { sideKey } from "./side-key.ts";
import { count, newTally, type RunningTally, type Tally } from "./tally.ts";

/** An argument that saved calls lack, and that a rule would have to know. Each call counts once for each. */
export interface MissingArgument extends Tally {
  readonly connector: string;
  readonly action: string;
  /** Its dotted path, as the rule's condition names it. */
  readonly arg: string;
  /** The first rule of which nobody can tell whether it applies. */
  readonly rule: RuleReference;
}

/** So many missing arguments are told apart. */
const keptMissing = 500;

/** Counts what saved calls lack, in bounded memory. */
export interface MissingTally {
  take(saved: SavedCall, rule: RuleReference, args: readonly string[]): void;
  /** The most frequent first, then by name. */
  result(): readonly MissingArgument[];
}

/** A tally of nothing missing yet. */
export function missingTally(): MissingTally {
  const byKey = new Map<string, Omit<MissingArgument, keyof Tally> & RunningTally>();
  return {
    take({ call: { connector, action }, count: weight }, rule, args) {
      for (const arg of args) {
        const side = sideKey({ effect: "indeterminate", source: rule.layer, rule });
        const key = JSON.stringify([connector, action, arg, side]);
        const known = byKey.get(key);
        if (known === undefined && byKey.size >= keptMissing) continue;
        const missing = known ?? { connector, action, arg, rule, ...newTally() };
        byKey.set(key, missing);
        count(missing, weight);
      }
    },
    result: () => [...byKey.values()].sort((one, other) => other.weight - one.weight),
  };
}
