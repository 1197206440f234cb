import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCardNumber } from "../../../src/report/privacy/card-number.ts";

describe("a card number", () => {
  it.each(["4242424242424242", "5555 5555 5555 4444", "378282246310005", "6011-1111-1111-1117"])(
    "is %s",
    (text) => {
      expect(isCardNumber(text)).toBe(true);
    },
  );

  it.each(["4242424242424241", "0000000000000000", "424242424242", "42424242424242424242"])(
    "is not %s",
    (text) => {
      expect(isCardNumber(text)).toBe(false);
    },
  );

  it("has exactly one last digit for any other digits", () => {
    const digits = fc.string({
      unit: fc.constantFrom(..."0123456789"),
      minLength: 12,
      maxLength: 18,
    });
    fc.assert(
      fc.property(
        digits.filter((text) => new Set(text).size > 1),
        (text) => {
          const ends = [..."0123456789"].filter((end) => isCardNumber(text + end));
          expect(ends).toHaveLength(1);
        },
      ),
    );
  });
});
