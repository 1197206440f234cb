import { certain } from "../automaton/certain.ts";
import type { ConjunctionTable } from "../decision-space/conjunction.ts";
import { withoutCovered } from "../decision-space/decision-list.ts";
import type { ConnectorSpace } from "../decision-space/decision-space.ts";
import type { Entry } from "../decision-space/entry.ts";
import { type EffectChange, effectChanges } from "../decision-space/risk-effect.ts";
import { type Alignment, alignment } from "./alignment.ts";

/** The two lists of a connector, and which of their entries are the same. */
export interface AlignedLists {
  readonly base: readonly Entry[];
  readonly head: readonly Entry[];
  readonly alignment: Alignment;
}

/** Deciding entries of base and of head that may decide the same calls, with different effects. */
export interface CandidatePair {
  readonly base: Entry;
  readonly head: Entry;
  readonly effects: readonly EffectChange[];
}

/** The lists of base and head without entries that plainly decide nothing, aligned. */
export function alignedLists(space: ConnectorSpace, conjunctions: ConjunctionTable): AlignedLists {
  const [base = [], head = []] = space.lists.map((list) => withoutCovered(list, conjunctions));
  return { base, head, alignment: alignment(base.map(signature), head.map(signature)) };
}

function signature({ actions, conditions, effect }: Entry): string {
  return `${actions.id} ${conditions} ${effect}`;
}

/**
 * Every pair that may decide a call differently, by deciding entry of head.
 *
 * Two aligned entries cannot: the decider in base, if aligned, applies in head too, so head's decider comes no later; the
 * same holds the other way round; alignment keeps the order, so the two are partners. In the same way an entry without a
 * partner is not paired with one whose partner would have decided before it.
 */
export function* candidatePairs({
  base,
  head,
  alignment: aligned,
}: AlignedLists): Generator<CandidatePair> {
  const all = [...base.keys()];
  const unaligned = all.filter((index) => aligned.base[index] === undefined);
  for (const [headIndex, after] of head.entries()) {
    const partner = aligned.head[headIndex];
    const deciders =
      partner === undefined
        ? all.filter((index) => (aligned.base[index] ?? headIndex) >= headIndex)
        : unaligned.filter((index) => index < partner);
    for (const index of deciders) {
      const before = certain(base[index]);
      const effects = effectChanges(before.effect, after.effect);
      if (effects.length > 0) {
        yield { base: before, head: after, effects };
      }
    }
  }
}
