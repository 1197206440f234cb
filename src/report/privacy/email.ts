const localCharacter = /[\p{L}\p{N}._%+'-]/u;
const domain = /^[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/u;

/** A text in which whoever stands before the `@` of an e-mail address is replaced by `redacted`. */
export function withoutLocalParts(text: string): string {
  const parts = text.split("@");
  return parts
    .map((part, index) => {
      const next = parts[index + 1];
      if (next === undefined || !domain.test(next)) return part;
      const end = localStart(part);
      return end === part.length ? part : `${part.slice(0, end)}redacted`;
    })
    .join("@");
}

/** Where the run of characters that a local part is made of begins, at the end of a text. */
function localStart(text: string): number {
  let start = text.length;
  while (start > 0 && localCharacter.test(text.charAt(start - 1))) start -= 1;
  return start;
}
