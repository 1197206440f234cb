import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { BadLine } from "../../../src/analysis/simulation/bad-line.ts";
import { type CheckedCall, callChecker } from "../../../src/analysis/simulation/check-calls.ts";
import { readCorpusText } from "../../../src/analysis/simulation/read-corpus.ts";
import { readPolicy } from "../../../src/policy/dialects/kortix/read-policy.ts";
import { effectWord } from "../../../src/policy/effect.ts";
import { absentPolicy, type Policy } from "../../../src/policy/policy.ts";
import { policyOf } from "../literal-policy.ts";

const folder = "fixtures/simulation/check/support-desk";

function written(checked: CheckedCall | BadLine): string {
  if (checked.kind === "bad-line") return `${checked.line} ${checked.reason}`;
  const { connector, action } = checked.saved.call;
  const { effect, because } = checked.decision;
  const word = effect === "denied" || effect === "indeterminate" ? effect : effectWord[effect];
  return `${`${connector}.${action}`.padEnd(31)}${word.padEnd(10)}${because}`;
}

const checkedText = (policy: Policy, text: string): readonly (CheckedCall | BadLine)[] =>
  [...readCorpusText({ path: "calls.jsonl", text })].map(callChecker(policy));

describe("the support desk's calls", () => {
  const policy = readPolicy(readFileSync(`${folder}/policy.yaml`, "utf8")).value ?? absentPolicy;
  const text = readFileSync(`${folder}/calls.jsonl`, "utf8");

  test("are decided one by one, each with its reason", async () => {
    const table = checkedText(policy, text)
      .map((checked) => `${written(checked)}\n`)
      .join("");
    await expect(table).toMatchFileSnapshot(`../../../${folder}/expected.txt`);
  });
});

test("bad lines and unmet expectations stand where they are met", () => {
  const text = [
    '{"connector":"a","action":"x","expect":"block"}',
    "nonsense",
    '{"connector":"a","action":"y","expect":"block"}',
    '{"connector":"a","action":"z"}',
  ].join("\n");
  const policy = policyOf({ rules: [["a.x", "block"]] });
  expect(checkedText(policy, text)).toMatchObject([
    { kind: "checked", met: true, saved: { line: 1 } },
    { kind: "bad-line", line: 2, reason: "this is not JSON" },
    { kind: "checked", met: false, saved: { line: 3 } },
    { kind: "checked", met: true, saved: { line: 4 } },
  ]);
});
