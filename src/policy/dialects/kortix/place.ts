import type { Document } from "../../source/document.ts";
import type { Span } from "../../source/span.ts";

/** One value of a manifest and where it stands. */
export interface Place {
  readonly value: unknown;
  readonly path: readonly (string | number)[];
  /** The file it stands in; absent for a manifest that was not read from text. */
  readonly document: Document | undefined;
}

/** A map's own field; its value is undefined when the map does not have it, or is no map. */
export function field(map: Place, key: string): Place {
  const value = isMap(map.value) && Object.hasOwn(map.value, key) ? map.value[key] : undefined;
  return { value, path: [...map.path, key], document: map.document };
}

/** The entries of a list, in order; what a list leaves out is an entry without a value. */
export function entries(list: Place, values: readonly unknown[]): Place[] {
  return Array.from(values, (value, index) => ({
    value,
    path: [...list.path, index],
    document: list.document,
  }));
}

/** What a manifest writes as `key: value` lines: any object that is not a list. */
export function isMap(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Not written, or written as nothing: most keys of a manifest treat both alike. */
export function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

/** Where the value stands; for what is missing, what should hold it. */
export function spanOf(place: Place): Span | undefined {
  return place.document?.spanAt(place.path);
}

/** Where the key stands that leads to the value. */
export function keySpanOf(place: Place): Span | undefined {
  return place.document?.keySpanAt(place.path);
}
