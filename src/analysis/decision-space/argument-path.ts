/** How two different paths into the arguments stand to each other. */
export type PathRelation = "apart" | "length-of" | "below";

/**
 * `length-of`: one is the other followed by `length`. `below`: one lies below the other in any other way, so a call cannot
 * have a text or a list of texts at both. `apart`: neither.
 */
export function pathRelation(one: string, other: string): PathRelation {
  const [upper, lower] = one.length <= other.length ? [one, other] : [other, one];
  if (!lower.startsWith(`${upper}.`)) {
    return "apart";
  }
  return lower === lengthPath(upper) ? "length-of" : "below";
}

/** The path at which a list at `path` shows how many elements it has. */
export function lengthPath(path: string): string {
  return `${path}.length`;
}
