const units = [
  ["d", 86_400],
  ["h", 3_600],
  ["m", 60],
] as const;

/** Writes seconds as a manifest does, in the largest unit that needs no fraction: `4h`, `7d`, `90s`. */
export function durationWords(seconds: number): string {
  const [unit, size] = units.find(([, each]) => seconds % each === 0) ?? ["s", 1];
  return `${seconds / size}${unit}`;
}
