import { expect, it } from "vitest";
import type { CheckedCall } from "../../../src/analysis/simulation/check-calls.ts";
import { checkHtml } from "../../../src/report/check/check-html.ts";
import { checkTally } from "../../../src/report/check/check-tally.ts";
import { pageEnd, pageStart } from "../../../src/report/document/html-page.ts";

const decision = { effect: "block", source: "project", because: "rule *", trace: [] } as const;
const saved = {
  kind: "call",
  call: { connector: "a", action: "<b>" },
  count: 1,
  file: "f",
  line: 1,
} as const;
const checked: CheckedCall = { kind: "checked", saved, decision, met: true };

it.each([0, 1, 500, 1201])("writes a page with a table of %i calls in parts", (calls) => {
  const report = checkHtml();
  const tally = checkTally();
  const parts = Array.from({ length: calls }, () => {
    tally.take(checked);
    return report.call(checked);
  });
  expect(parts.filter((part) => part !== "")).toHaveLength(Math.floor(calls / 500));
  const page = [...parts, report.end(tally.result())].join("");
  const row = `<tr>
<td><code>a.&#x3C;b></code></td>
<td><span class="red">block</span></td>
<td><code>rule *</code></td>
</tr>
`;
  const table = `<table>
<thead>
<tr>
<th>call</th>
<th>decision</th>
<th>because</th>
</tr>
</thead>
<tbody>
${row.repeat(calls)}</tbody>
</table>
`;
  expect(page.startsWith(`${pageStart("countersign check")}${table}<p>`)).toBe(true);
  expect(page.endsWith(`</p>\n${pageEnd}`)).toBe(true);
});
