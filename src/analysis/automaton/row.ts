import { certain } from "./certain.ts";

/** A state's transitions: one target for most symbols, and the symbols that go elsewhere. */
export interface Row {
  /** Also the target over `alphabet.rest`. */
  readonly fallback: number;
  /** In ascending order. */
  readonly symbols: readonly number[];
  /** Parallel to `symbols`. */
  readonly targets: readonly number[];
}

/** The row of a state that nothing leads out of. */
export function closedRow(state: number): Row {
  return { fallback: state, symbols: [], targets: [] };
}

/**
 * Visits the pairs of targets that two rows have over one symbol: first those of all symbols that neither tells apart, with
 * -1 for the symbol, then by symbol, ascending.
 */
export function eachSuccessor(
  one: Row,
  other: Row,
  visit: (target: number, opposite: number, symbol: number) => void,
): void {
  visit(one.fallback, other.fallback, -1);
  let at = 0;
  for (let index = 0; index < one.symbols.length; index += 1) {
    const symbol = certain(one.symbols[index]);
    for (; (other.symbols[at] ?? Number.POSITIVE_INFINITY) < symbol; at += 1) {
      visit(one.fallback, certain(other.targets[at]), certain(other.symbols[at]));
    }
    const shared = other.symbols[at] === symbol;
    visit(
      certain(one.targets[index]),
      shared ? certain(other.targets[at]) : other.fallback,
      symbol,
    );
    at += shared ? 1 : 0;
  }
  for (; at < other.symbols.length; at += 1) {
    visit(one.fallback, certain(other.targets[at]), certain(other.symbols[at]));
  }
}
