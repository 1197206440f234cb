/** An expression as it is written, `/body/flags`. */
export interface ExpressionParts {
  readonly body: string;
  readonly flags: string;
}

/**
 * The parts of a text that is an expression, undefined when it is a glob. Kortix semantics: an expression is longer than
 * two characters, begins with `/` and has another; only lower-case ASCII letters stand behind its last one; it holds no
 * line terminator. So `/etc/passwd` is an expression (with impossible flags), and `/home/*` and `//` are globs.
 */
export function expressionParts(text: string): ExpressionParts | undefined {
  const last = text.lastIndexOf("/");
  if (text.length <= 2 || !text.startsWith("/") || last === 0 || /[\n\r\u2028\u2029]/.test(text)) {
    return undefined;
  }
  const flags = text.slice(last + 1);
  return /^[a-z]*$/.test(flags) ? { body: text.slice(1, last), flags } : undefined;
}
