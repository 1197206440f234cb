import type { Outcome } from "../analysis/simulation/outcome.ts";
import type { Simulation } from "../analysis/simulation/simulation.ts";
import { restrictiveness } from "../policy/restrictiveness.ts";
import { decisionVerb } from "./decision-words.ts";
import { counted } from "./document/counted.ts";
import { type Phrase, phrase, words } from "./document/phrase.ts";

const outcomes = (["always_run", "require_approval", "block", "denied"] as const).toSorted(
  (one, other) => restrictiveness[one] - restrictiveness[other],
);

/**
 * How saved calls are decided before and after, a sentence a pair of decisions: what changes first, the loosened before
 * the tightened, then what stays.
 */
export function matrixPhrases({ matrix }: Pick<Simulation, "matrix">): readonly Phrase[] {
  const cells = outcomes.flatMap((to) =>
    outcomes.map((from) => ({ from, to, calls: matrix[from][to].calls })),
  );
  return cells
    .filter(({ calls }) => calls > 0)
    .sort((one, other) => rank(one) - rank(other))
    .map(cellPhrase);
}

interface Cell {
  readonly from: Outcome;
  readonly to: Outcome;
  readonly calls: number;
}

function rank({ from, to }: Cell): number {
  return Math.sign(restrictiveness[to] - restrictiveness[from]) || 2;
}

function cellPhrase({ from, to, calls }: Cell): Phrase {
  const number = calls === 1 ? "one" : "many";
  const call = counted(calls, "call");
  const now = words(decisionVerb[from][number]);
  if (from === to) return phrase`${call} ${now} as before`;
  return phrase`${call} ${now} today and would ${words(decisionVerb[to].would)}`;
}
