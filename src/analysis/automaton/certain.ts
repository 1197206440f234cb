/** A value that cannot be missing, by an invariant of the code around: an index within bounds, a key that was set. */
export function certain<T>(value: T | undefined): T {
  return value as T;
}
