/**
 * How many values a tree holds when everything that aliases share is counted each time. `value` must hold no cycle;
 * recursion is as deep as the value is. O(distinct values).
 */
export function expandedSize(value: unknown): number {
  const known = new Map<object, number>();
  const sizeOf = (node: unknown): number => {
    if (typeof node !== "object" || node === null) return 1;
    const before = known.get(node);
    if (before !== undefined) return before;
    const size = Object.values(node).reduce<number>((sum, child) => sum + sizeOf(child), 1);
    known.set(node, size);
    return size;
  };
  return sizeOf(value);
}
