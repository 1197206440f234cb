const units = [
  ["d", 86_400],
  ["h", 3_600],
  ["m", 60],
  ["s", 1],
] as const;

/** A number of whole seconds for a person, in its two largest units: `3d 4h`, `2m 5s`, `0s`. */
export function spanWords(seconds: number): string {
  const first = units.findIndex(([, size]) => seconds >= size);
  const [[large, size], small] = [units[first] ?? ["s", 1], units[first + 1]];
  const head = `${Math.floor(seconds / size)}${large}`;
  if (first === -1 || small === undefined) return head;
  const rest = Math.floor((seconds % size) / small[1]);
  return rest === 0 ? head : `${head} ${rest}${small[0]}`;
}
