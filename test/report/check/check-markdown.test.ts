import { expect, it } from "vitest";
import type { CheckedCall } from "../../../src/analysis/simulation/check-calls.ts";
import { checkMarkdown } from "../../../src/report/check/check-markdown.ts";
import { checkTally } from "../../../src/report/check/check-tally.ts";

it("writes a table of any length in parts that fit together", () => {
  const decision = { effect: "block", source: "project", because: "rule *", trace: [] } as const;
  const saved = {
    kind: "call",
    call: { connector: "a", action: "b" },
    count: 1,
    file: "f",
    line: 1,
  } as const;
  const checked: CheckedCall = { kind: "checked", saved, decision, met: true };
  const report = checkMarkdown();
  const tally = checkTally();
  const parts = Array.from({ length: 1201 }, () => {
    tally.take(checked);
    return report.call(checked);
  });
  const lines = [...parts, report.end(tally.result())].join("").split("\n");
  expect(parts.filter((part) => part !== "")).toHaveLength(2);
  expect(lines).toEqual([
    "| call | decision | because |",
    "| - | - | - |",
    ...parts.map(() => "| `a.b` | block | `rule *` |"),
    "",
    "1201 calls: 0 run without a person, 0 wait for one, 1201 blocked.",
    "",
  ]);
});
