/** Each UTF-16 unit's canonical form, filled at first use: a glob folds every character that it looks at. */
let canonicalUnits: Uint16Array | undefined;

/**
 * The canonical form of a UTF-16 unit when case is ignored without flag `u` or `v`: ECMAScript's Canonicalize. Upper case
 * where that is a single unit and does not lead from outside ASCII into ASCII, so `ſ` is not `s`; surrogates stand for
 * themselves.
 */
export function canonicalUnit(unit: number): number {
  canonicalUnits ??= Uint16Array.from({ length: 0x10000 }, (_, index) => upperCaseUnit(index));
  return Number(canonicalUnits[unit]);
}

function upperCaseUnit(unit: number): number {
  const upper = String.fromCharCode(unit).toUpperCase();
  const code = upper.charCodeAt(0);
  return upper.length === 1 && !(unit > 0x7f && code <= 0x7f) ? code : unit;
}
