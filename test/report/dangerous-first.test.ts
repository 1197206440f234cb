import { describe, expect, it } from "vitest";
import type { Change, ChangeSide } from "../../src/analysis/diff/change.ts";
import { dangerousFirst } from "../../src/report/dangerous-first.ts";

const effects: Readonly<Record<string, ChangeSide["effect"]>> = {
  run: "always_run",
  hold: "require_approval",
  block: "block",
  denied: "denied",
};

function change(text: string): Change {
  const [from = "", to = "", risk] = text.split(" ");
  const side = (word: string): ChangeSide => ({
    effect: effects[word] ?? "denied",
    source: "project",
  });
  return {
    connector: "a",
    from: side(from),
    to: side(to),
    direction: "loosened",
    risks: risk === "destructive" ? ["destructive"] : ["read"],
    region: { path: text, except: [], conditions: [] },
    witness: { connector: "a", action: "b" },
    identity: text,
  };
}

describe("changes are read", () => {
  it("loosened first, what ends up running before the rest, the most restrictive origin first", () => {
    const order = [
      "denied run",
      "block run",
      "hold run destructive",
      "hold run",
      "denied hold",
      "block hold",
      "denied block",
      "run denied",
      "hold denied",
      "block denied",
      "run block",
      "hold block",
      "run hold",
    ];
    const shuffled = [...order].sort();
    expect(
      shuffled
        .map(change)
        .sort(dangerousFirst)
        .map(({ identity }) => identity),
    ).toEqual(order);
  });
});
