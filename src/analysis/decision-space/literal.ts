/** An atom or its negation, as a number: twice the atom's, plus one for the negation. */
export type Literal = number;

/** The literal that says that the atom is true, or false when `negated`. */
export function literal(atom: number, negated: boolean): Literal {
  return atom * 2 + (negated ? 1 : 0);
}

export function atomOf(one: Literal): number {
  return one >> 1;
}

/** Whether the literal wants its atom true. */
export function isPositive(one: Literal): boolean {
  return (one & 1) === 0;
}

/** The literal that wants the contrary. */
export function opposite(one: Literal): Literal {
  return one ^ 1;
}
