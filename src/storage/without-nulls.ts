type NullableKey<T> = { [K in keyof T]: null extends T[K] ? K : never }[keyof T];

/** The same object with a column that may be null turned into a property that may be absent. */
export type WithoutNulls<T> = { [K in Exclude<keyof T, NullableKey<T>>]: T[K] } & {
  [K in NullableKey<T>]?: Exclude<T[K], null>;
};

/** A copy of a row without its null columns: a database knows null, the ports know absence. */
export function withoutNulls<T extends object>(row: T): WithoutNulls<T> {
  const present = Object.entries(row).filter(([, value]) => value !== null);
  return Object.fromEntries(present) as WithoutNulls<T>;
}
