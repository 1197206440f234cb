import canonicalizeModule from "canonicalize";

// The package's types describe an ES module; what Node loads is the function itself.
const canonicalize = canonicalizeModule as unknown as (value: unknown) => string | undefined;

/**
 * One text for one JSON value, whatever the order of its keys (RFC 8785): what digests are made of. Throws for a value
 * that JSON cannot write.
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("only a JSON value has a canonical form");
  return text;
}
