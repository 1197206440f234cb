import type { Unit } from "./nfa.ts";

/** The characters of a text, as an expression reads it. A lone surrogate is a code point of its own. */
export function textCharacters(text: string, unit: Unit): Uint16Array | Uint32Array {
  return unit === "code-unit" ? codeUnits(text) : codePoints(text);
}

function codeUnits(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let index = 0; index < text.length; index += 1) {
    units[index] = text.charCodeAt(index);
  }
  return units;
}

function codePoints(text: string): Uint32Array {
  return Uint32Array.from(text, (character) => Number(character.codePointAt(0)));
}
