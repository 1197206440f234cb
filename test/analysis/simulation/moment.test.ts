import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { momentOf } from "../../../src/analysis/simulation/moment.ts";

describe("a time of a record", () => {
  test.each([
    ["2026-10-01T09:30:00Z", "2026-10-01T09:30:00.000Z"],
    ["2026-10-01t09:30:00z", "2026-10-01T09:30:00.000Z"],
    ["2026-10-01 09:30", "2026-10-01T09:30:00.000Z"],
    ["2026-10-01", "2026-10-01T00:00:00.000Z"],
    ["2026-10-01T09:30:00.250+02:00", "2026-10-01T07:30:00.250Z"],
    ["2026-10-01T23:30:00-05:30", "2026-10-02T05:00:00.000Z"],
    ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"],
    ["2000-02-29", "2000-02-29T00:00:00.000Z"],
    ["1969-12-31T23:59:59Z", "1969-12-31T23:59:59.000Z"],
    ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"],
    [1_790_847_000, "2026-10-01T09:30:00.000Z"],
    [1_790_847_000_000, "2026-10-01T09:30:00.000Z"],
  ])("%s is %s", (at, expected) => {
    expect(new Date(momentOf(at) ?? Number.NaN).toISOString()).toBe(expected);
  });

  test.each([
    "yesterday",
    "",
    "2026-13-01",
    "2026-00-01",
    "2026-04-31",
    "2026-04-00",
    "2026-02-29",
    "1900-02-29",
    "2026-10-01T24:00:00Z",
    "2026-10-01T09:60:00Z",
    "2026-10-01T09:30:61Z",
    "2026-10-01T09:30:00+24:00",
    "2026-10-01T09:30:00+02:60",
    "2026-10-01T09",
    "2026-10-01\n",
    "10/01/2026",
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])("%j is none", (at) => {
    expect(momentOf(at)).toBeUndefined();
  });

  test("every moment of four thousand years is read back as it is written", () => {
    const moments = fc.date({
      min: new Date("0100-01-01T00:00:00Z"),
      max: new Date("4100-01-01T00:00:00Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, (moment) => {
        expect(momentOf(moment.toISOString())).toBeCloseTo(moment.getTime(), 3);
      }),
    );
  });

  test("means the same in its usual spelling as in any other", () => {
    const twoDigits = fc.constantFrom(
      "00",
      "01",
      "09",
      "12",
      "13",
      "23",
      "24",
      "28",
      "29",
      "30",
      "31",
      "32",
      "59",
      "60",
      "61",
      "1x",
      "x1",
      "/0",
      ":0",
    );
    const parts = fc.tuple(
      twoDigits,
      twoDigits,
      twoDigits,
      twoDigits,
      twoDigits,
      twoDigits,
      twoDigits,
    );
    fc.assert(
      fc.property(parts, ([century, year, month, day, hour, minute, second]) => {
        const usual = `${century}${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
        expect(momentOf(usual)).toBe(momentOf(usual.replace("T", "t")));
      }),
      { numRuns: 2000 },
    );
  });
});
