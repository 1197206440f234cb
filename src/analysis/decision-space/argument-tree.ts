import type { Json } from "../../policy/call.ts";

/**
 * The object that has each value at its dotted path and nothing else. No path may lie below another. A key `__proto__`
 * becomes a property like any other.
 */
export function argumentTree(values: readonly (readonly [string, Json])[]): {
  readonly [key: string]: Json;
} {
  const below = new Map<string, (readonly [string, Json])[]>();
  const entries = new Map<string, Json>();
  for (const [path, value] of values) {
    const dot = path.indexOf(".");
    if (dot < 0) {
      entries.set(path, value);
    } else {
      const key = path.slice(0, dot);
      below.set(key, [...(below.get(key) ?? []), [path.slice(dot + 1), value]]);
    }
  }
  for (const [key, inner] of below) {
    entries.set(key, argumentTree(inner));
  }
  return Object.fromEntries(entries);
}
