const unseen = /[\p{C}\p{Zl}\p{Zp}]|[^\S ]/gu;
const notLatin = /(?![\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}])\p{L}/u;

/**
 * What in a text a reader could not see or would take for something else, in words: "U+200B, which does not show";
 * undefined when there is nothing. Letters of two scripts in one word are odd, a word of another script is not.
 */
export function oddCharacters(text: string): string | undefined {
  const hidden = [...new Set(text.match(unseen) ?? [])];
  if (hidden.length > 0) {
    return `${hidden.slice(0, 3).map(codePoint).join(", ")}, which ${hidden.length === 1 ? "does" : "do"} not show`;
  }
  const mixed = (text.match(/\p{L}+/gu) ?? []).find(
    (word) => notLatin.test(word) && /\p{Script=Latin}/u.test(word),
  );
  const [letter] = mixed?.match(notLatin) ?? [];
  return letter === undefined ? undefined : `${codePoint(letter)} between Latin letters`;
}

function codePoint(character: string): string {
  const hex = Number(character.codePointAt(0)).toString(16).toUpperCase();
  return `U+${hex.padStart(4, "0")}`;
}
