const pattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:[Zz]|([+-])(\d\d):(\d\d))?)?$/;

/** Below this a number counts seconds (until the year 5138), from here on milliseconds (since 1973). */
const firstMilliseconds = 1e11;

/**
 * The moment that a record's time means, in milliseconds since 1970, so that times of different spellings compare.
 *
 * Text is RFC 3339, also with a blank for `T`, without seconds, without an offset (then UTC), or the day alone. A number
 * is seconds or milliseconds by its size. Undefined: it is no time.
 */
export function momentOf(at: string | number): number | undefined {
  if (typeof at === "number") {
    if (!Number.isFinite(at) || at < 0) return undefined;
    return at < firstMilliseconds ? at * 1000 : at;
  }
  const parts = pattern.exec(at);
  return parts === null ? undefined : momentOfParts(parts);
}

function momentOfParts(parts: RegExpExecArray): number | undefined {
  const [year, month, day] = [number(parts[1]), number(parts[2]), number(parts[3])];
  const [hour, minute, second] = [number(parts[4]), number(parts[5]), number(parts[6])];
  const [zoneHour, zoneMinute] = [number(parts[9]), number(parts[10])];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  // RFC 3339 allows a leap second.
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  if (zoneHour > 23 || zoneMinute > 59) return undefined;
  const offset = (zoneHour * 60 + zoneMinute) * (parts[8] === "-" ? -1 : 1);
  const minutes = (daysSince1970(year, month, day) * 24 + hour) * 60 + minute - offset;
  return (minutes * 60 + second) * 1000 + Number(`0.${parts[7] ?? 0}`) * 1000;
}

function number(part: string | undefined): number {
  return part === undefined ? 0 : Number(part);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Days of the proleptic Gregorian calendar; the year is taken to begin in March, so that the leap day comes last. */
function daysSince1970(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const marchMonth = month > 2 ? month - 3 : month + 9;
  const leapDays =
    Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  const dayOfYear = Math.floor((153 * marchMonth + 2) / 5) + day - 1;
  return marchYear * 365 + leapDays + dayOfYear - 719_468;
}
