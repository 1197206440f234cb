import type { Unit } from "./nfa.ts";

/** What an expression's flags say about its language. Case is always ignored; `d` and `g` have no say. */
export interface ExpressionFlags {
  readonly unit: Unit;
  /** `m`: `^` and `$` also hold at line breaks. */
  readonly multiline: boolean;
  /** `s`: `.` is any character. */
  readonly dotAll: boolean;
  /** `v`: classes are sets with operations, closed under case before them. */
  readonly unicodeSets: boolean;
  /** `y`: matches from the first character on only. */
  readonly sticky: boolean;
}

/** Reads the letters of a compiled expression's flags. */
export function expressionFlags(flags: string): ExpressionFlags {
  const unicodeSets = flags.includes("v");
  return {
    unit: unicodeSets || flags.includes("u") ? "code-point" : "code-unit",
    multiline: flags.includes("m"),
    dotAll: flags.includes("s"),
    unicodeSets,
    sticky: flags.includes("y"),
  };
}
