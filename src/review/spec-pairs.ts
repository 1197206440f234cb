import type { SpecPlace } from "./connector-spec.ts";

/** Descriptions of the connectors of one project, sorted by what a change does to them. */
export interface SpecPairs<T> {
  /** Those before the change, and those after it of connectors that nothing described before. */
  readonly known: readonly T[];
  /** Those of connectors that both sides describe, where they hold something else. */
  readonly changed: readonly SpecPair<T>[];
}

/** The description of one connector on both sides. */
export interface SpecPair<T> {
  readonly before: T;
  readonly after: T;
  /** What both hold, in a word: another content on either side has another identity. */
  readonly identity: string;
}

/** Puts the descriptions before and after a change to each other. `contentOf`: equal exactly where the files hold the same. */
export function specPairs<T extends { readonly place: SpecPlace }>(
  before: readonly T[],
  after: readonly T[],
  contentOf: (spec: T) => string,
): SpecPairs<T> {
  const described = new Map(before.map((spec) => [spec.place.connector, spec]));
  return {
    known: [...before, ...after.filter(({ place }) => !described.has(place.connector))],
    changed: after.flatMap((spec) => {
      const known = described.get(spec.place.connector);
      if (known === undefined) return [];
      const [one, other] = [contentOf(known), contentOf(spec)];
      return one === other ? [] : [{ before: known, after: spec, identity: `${one} ${other}` }];
    }),
  };
}
