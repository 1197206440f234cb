const seconds: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400 };

/**
 * Seconds of a duration as policies write it: a whole number above zero, at most five digits, and `m`, `h` or `d`
 * (`30m`, `4h`, `7d`). Undefined for anything else.
 */
export function parseDuration(text: string): number | undefined {
  const [, count = "", unit = ""] = /^([0-9]{1,5})([mhd])$/.exec(text) ?? [];
  const total = Number(count) * (seconds[unit] ?? 0);
  return total > 0 ? total : undefined;
}
