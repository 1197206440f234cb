/**
 * Why the running engine does not compile an expression, in words, as a clause; undefined when it does. Also undefined when
 * it only ran out of room: the platform's may have more, and an expression of that size is never decided here.
 */
export function compileFault(body: string, flags: string): string | undefined {
  if (errorOf("", flags) !== undefined) {
    return `\`${flags}\` are not an expression's flags`;
  }
  const error = errorOf(body, flags);
  if (error === undefined || /stack|too (?:many|large|big)/i.test(error)) {
    return undefined;
  }
  return error.charAt(0).toLowerCase() + error.slice(1);
}

/** Engines repeat the expression before the reason: `Invalid regular expression: /(/i: Unterminated group`. */
function errorOf(body: string, flags: string): string | undefined {
  try {
    new RegExp(body, flags);
    return undefined;
  } catch (error) {
    const message = String(error);
    return message.slice(message.lastIndexOf(": ") + 2);
  }
}
