import { describe, expect, test } from "vitest";
import { isKnownKey, meantKey } from "../../../src/analysis/simulation/meant-key.ts";

describe("the key that an unknown key means", () => {
  test.each([
    ["arg", "args"],
    ["argss", "args"],
    ["agrs", "args"],
    ["Args", "args"],
    ["conector", "connector"],
    ["Connector", "connector"],
    ["actoin", "action"],
    ["decidedAt", "decided_at"],
    ["resolved-by", "resolved_by"],
    ["AT", "at"],
    ["expects", "expect"],
    ["arguments", "args"],
    ["params", "args"],
    ["tool", "action"],
    ["slug", "connector"],
    ["expected", "expect"],
    ["timestamp", "at"],
  ])("%s is meant as %s", (key, meant) => {
    expect(meantKey(key, {})).toBe(meant);
  });

  test.each(["id", "ts", "account", "amount", "state", "execution_id", "session", "__proto__"])(
    "%s is a key of its own",
    (key) => {
      expect(meantKey(key, {})).toBeUndefined();
    },
  );

  test("another name is meant only where the known key is missing", () => {
    expect(meantKey("input", { args: {} })).toBeUndefined();
    expect(meantKey("input", { action: "a" })).toBe("args");
  });

  test("a known key is known", () => {
    expect([isKnownKey("args"), isKnownKey("arg")]).toEqual([true, false]);
  });
});
