import { lengthPath, pathRelation } from "./argument-path.ts";

/** What must hold for the value at one path: patterns that match it and patterns that do not, by index. */
export interface Claims {
  readonly matching: readonly number[];
  readonly missing: readonly number[];
}

/** The claims about the values of one call's arguments, by path. */
export type ClaimsByPath = ReadonlyMap<string, Claims>;

/** Paths where a pattern must match, so that a text or a list of texts must stand there. */
export function activePaths(claims: ClaimsByPath): string[] {
  return [...claims].filter(([, { matching }]) => matching.length > 0).map(([path]) => path);
}

/** Whether two paths need values that exclude each other: what lies below a text or a list is nothing but its length. */
export function excludeEachOther(active: readonly string[]): boolean {
  return active.some((path, index) =>
    active.slice(index + 1).some((other) => pathRelation(path, other) === "below"),
  );
}

/** Whether the path is the length of a list that the claims put at the path before it. */
export function isLengthOfActive(claims: ClaimsByPath, path: string): boolean {
  const parent = path.endsWith(lengthPath("")) ? path.slice(0, -lengthPath("").length) : undefined;
  return parent !== undefined && (claims.get(parent)?.matching.length ?? 0) > 0;
}
