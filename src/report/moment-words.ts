const utc = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
});

/** A moment, milliseconds since the epoch, to the minute: `2026-12-31 14:05 UTC`. */
export function momentWords(moment: number): string {
  const parts = new Map(utc.formatToParts(moment).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes): string => String(parts.get(type));
  const date = `${part("year")}-${part("month")}-${part("day")}`;
  return `${date} ${part("hour")}:${part("minute")} UTC`;
}
