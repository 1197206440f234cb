import fc from "fast-check";
import { expect, test } from "vitest";
import { exactInteger } from "../../../src/storage/dialect/exact-integer.ts";

test("a whole number that a number can hold reads as it was written", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      expect(exactInteger(String(value))).toBe(value + 0);
    }),
  );
});

test.each(["9007199254740992", "-9007199254740992", "9223372036854775807", "x"])(
  "%s is refused rather than rounded",
  (text) => {
    expect(() => exactInteger(text)).toThrow(
      `the store holds \`${text}\`, which is too large to be read exactly`,
    );
  },
);
