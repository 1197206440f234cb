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
  if (isUsual(at)) return usualMoment(at);
  const parts = pattern.exec(at);
  return parts === null ? undefined : momentOfParts(parts);
}

/** Whether a text has the form that logs have most, `2026-10-01T09:30:00Z`, whatever stands for the digits. */
function isUsual(at: string): boolean {
  return (
    at.length === 20 &&
    at.charCodeAt(4) === 0x2d &&
    at.charCodeAt(7) === 0x2d &&
    at.charCodeAt(10) === 0x54 &&
    at.charCodeAt(13) === 0x3a &&
    at.charCodeAt(16) === 0x3a &&
    at.charCodeAt(19) === 0x5a
  );
}

/** The same as by the pattern, but sooner: a log holds millions of them. */
function usualMoment(at: string): number | undefined {
  const day = dayOf(twoDigits(at, 0) * 100 + twoDigits(at, 2), twoDigits(at, 5), twoDigits(at, 8));
  const second = secondOf(twoDigits(at, 11), twoDigits(at, 14), twoDigits(at, 17));
  return Number.isNaN(day + second) ? undefined : (day * 86_400 + second) * 1000;
}

function momentOfParts(parts: RegExpExecArray): number | undefined {
  const day = dayOf(number(parts[1]), number(parts[2]), number(parts[3]));
  const second = secondOf(number(parts[4]), number(parts[5]), number(parts[6]));
  const [zoneHour, zoneMinute] = [number(parts[9]), number(parts[10])];
  if (Number.isNaN(day + second) || zoneHour > 23 || zoneMinute > 59) return undefined;
  const offset = (zoneHour * 60 + zoneMinute) * (parts[8] === "-" ? -60 : 60);
  return (day * 86_400 + second - offset) * 1000 + Number(`0.${parts[7] ?? 0}`) * 1000;
}

function number(part: string | undefined): number {
  return part === undefined ? 0 : Number(part);
}

/** Two digits as a number; not a number where something else stands. */
function twoDigits(text: string, at: number): number {
  const [tens, units] = [text.charCodeAt(at) - 0x30, text.charCodeAt(at + 1) - 0x30];
  return tens >= 0 && tens <= 9 && units >= 0 && units <= 9 ? tens * 10 + units : Number.NaN;
}

/** The seconds of a day; not a number where there is no such time. RFC 3339 allows a leap second. */
function secondOf(hour: number, minute: number, second: number): number {
  return hour <= 23 && minute <= 59 && second <= 60
    ? (hour * 60 + minute) * 60 + second
    : Number.NaN;
}

/** Days since 1970; not a number where there is no such day. */
function dayOf(year: number, month: number, day: number): number {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
    ? daysSince1970(year, month, day)
    : Number.NaN;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
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
