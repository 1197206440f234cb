import { describe, expect, it } from "vitest";
import type { CheckedCall } from "../../../src/analysis/simulation/check-calls.ts";
import { checkTally } from "../../../src/report/check/check-tally.ts";
import { checkText, measuredCalls } from "../../../src/report/check/check-text.ts";
import { plain } from "../../../src/report/document/paint.ts";

function call(action: string): CheckedCall {
  const decision = { effect: "block", source: "project", because: "rule *", trace: [] } as const;
  const saved = {
    kind: "call",
    call: { connector: "a", action },
    count: 1,
    file: "f",
    line: 1,
  } as const;
  return { kind: "checked", saved, decision, met: true };
}

describe("a check of many calls", () => {
  it("measures the first thousand and writes the others as they come, in the same columns", () => {
    const report = checkText(plain);
    const first = Array.from({ length: measuredCalls }, () => report.call(call("b")));
    expect(first.slice(0, -1).join("")).toBe("");
    expect(first.at(-1)?.split("\n")).toHaveLength(measuredCalls + 2);
    expect(report.call(call("b"))).toBe("a.b   block     rule *\n");
    expect(report.call(call("much_longer"))).toBe("a.much_longer  block     rule *\n");
  });

  it("shows a table without rows where there is no call", () => {
    expect(checkText(plain).end(checkTally().result())).toBe(
      "call  decision  because\n\n0 calls: nothing was checked.\n",
    );
  });
});
