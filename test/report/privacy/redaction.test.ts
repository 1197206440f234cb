import { describe, expect, it } from "vitest";
import { isRedacted } from "../../../src/report/privacy/redaction.ts";

describe("a redacted path", () => {
  it.each([
    ["customer.email", "customer.*"],
    ["customer.address.city", "customer.*"],
    ["customer.address.city", "customer.address"],
    ["customer.email", "*.email"],
    ["email", "*.email"],
    ["Customer.Email", "customer.EMAIL"],
    ["anything", "*"],
    ["customer.name", "/^customer/"],
    ["anything", "/(/"],
  ])("%s stands under %s", (path, pattern) => {
    expect(isRedacted(path, ["other", pattern])).toBe(true);
  });

  it.each([
    ["customer", "customer.*"],
    ["email_address", "*.email"],
    ["reason", "customer.*"],
  ])("%s does not stand under %s", (path, pattern) => {
    expect(isRedacted(path, [pattern])).toBe(false);
  });

  it("is none without patterns", () => {
    expect(isRedacted("a", [])).toBe(false);
  });
});
