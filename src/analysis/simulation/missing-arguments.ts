import type { RuleReference } from "../../policy/decision.ts";
import type { SavedCall } from "./saved-call.ts";
import { add, count, newTally, type RunningTally, type Tally } from "./tally.ts";

/** An argument that saved calls lack, and that a rule would have to know. Each call counts once for each. */
export interface MissingArgument extends Tally {
  readonly connector: string;
  readonly action: string;
  /** Its dotted path, as the rule's condition names it. */
  readonly arg: string;
  /** The first rule of which nobody can tell whether it applies. */
  readonly rule: RuleReference;
}

type Missing = Omit<MissingArgument, keyof Tally>;

/** So many missing arguments are told apart. */
const keptMissing = 500;

/** Counts what saved calls lack, in bounded memory. */
export interface MissingTally {
  take(saved: SavedCall, rule: RuleReference, args: readonly string[]): void;
  /** The most frequent first, then by name. */
  result(): readonly MissingArgument[];
  /** As they were met, and whether all are there. */
  part(): MissingPart;
  /** Counts what another tally has counted. */
  absorb(part: MissingPart): void;
}

/** What a tally of missing arguments has counted. */
export interface MissingPart {
  readonly all: readonly MissingArgument[];
  readonly isWhole: boolean;
}

/** A tally of nothing missing yet. */
export function missingTally(): MissingTally {
  const byKey = new Map<string, Missing & RunningTally>();
  let isWhole = true;

  const tallyOf = (found: Missing): RunningTally | undefined => {
    const { connector, action, arg, rule } = found;
    // Rules of two policies can have one place in their layers, so that the place alone does not tell them apart.
    const { file, index, layer, line, match } = rule;
    const key = JSON.stringify([
      connector,
      action,
      arg,
      layer,
      rule.connector,
      index,
      match,
      file,
      line,
    ]);
    const known = byKey.get(key);
    if (known !== undefined) return known;
    if (byKey.size >= keptMissing) {
      isWhole = false;
      return undefined;
    }
    const made = { connector, action, arg, rule, ...newTally() };
    byKey.set(key, made);
    return made;
  };

  return {
    take({ call: { connector, action }, count: weight }, rule, args) {
      for (const arg of args) {
        const tally = tallyOf({ connector, action, arg, rule });
        if (tally !== undefined) count(tally, weight);
      }
    },
    part: () => ({ all: [...byKey.values()], isWhole }),
    absorb({ all }) {
      for (const missing of all) {
        const tally = tallyOf(missing);
        if (tally !== undefined) add(tally, missing);
      }
    },
    result: () => [...byKey.values()].sort(byWeight),
  };
}

function byWeight(one: MissingArgument, other: MissingArgument): number {
  if (one.weight !== other.weight) return other.weight - one.weight;
  return nameOf(one) < nameOf(other) ? -1 : 1;
}

function nameOf({ connector, action, arg }: MissingArgument): string {
  return `${connector}.${action} ${arg}`;
}
