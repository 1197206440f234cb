import type { Rule } from "../../policy/rule.ts";
import type { Pair } from "./common-order.ts";
import { gapOf } from "./gap.ts";

interface Moves {
  /** Ascending on both sides. */
  readonly kept: readonly Pair[];
  readonly moved: readonly Pair[];
}

/**
 * A rule that passes exactly one other may as well be described the other way round. Says it of the exception (the rule
 * with conditions), and of two of a kind says that the upper one moved down.
 */
export function turnedMoves({ kept, moved }: Moves, base: readonly Rule[]): Moves {
  const staying = [...kept];
  const moving = moved.map((move): Pair => {
    const from = gapOf(staying, "base", move[0]);
    const to = gapOf(staying, "head", move[1]);
    if (Math.abs(to - from) !== 1) return move;
    const passed = staying[Math.min(from, to)] as Pair;
    const isException = isConditional(base[move[0]] as Rule);
    const passedIsException = isConditional(base[passed[0]] as Rule);
    if (isException === passedIsException ? to > from : isException) return move;
    staying[Math.min(from, to)] = move;
    return passed;
  });
  return { kept: staying, moved: moving.sort(([one], [other]) => one - other) };
}

function isConditional({ conditions }: Rule): boolean {
  return conditions.length > 0;
}
