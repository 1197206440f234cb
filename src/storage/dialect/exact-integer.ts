/**
 * The number that a whole number of the database stands for. Throws a `RangeError` when it is too large to be read
 * exactly, beyond ±(2^53 - 1): an identity that is rounded is another one.
 */
export function exactInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`the store holds \`${text}\`, which is too large to be read exactly`);
  }
  return value;
}
