/** The symbols along a walk. */
export type Walk = readonly number[];

/**
 * A shortest walk of at least one step from one of `starts` to a place that is wanted, breadth first; undefined when there
 * is none. Places are told apart by what they look like as text.
 */
export function shortestWalk<Place>(
  starts: readonly Place[],
  next: (place: Place) => readonly (readonly [symbol: number, place: Place])[],
  isWanted: (place: Place) => boolean,
): Walk | undefined {
  const seen = new Set<string>();
  let open = starts.map((place) => ({ place, walk: [] as Walk }));
  while (open.length > 0) {
    const further: typeof open = [];
    for (const { place, walk } of open) {
      for (const [symbol, to] of next(place)) {
        if (isWanted(to)) return [...walk, symbol];
        if (seen.has(String(to))) continue;
        seen.add(String(to));
        further.push({ place: to, walk: [...walk, symbol] });
      }
    }
    open = further;
  }
  return undefined;
}
