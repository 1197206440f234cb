import { expect, test } from "vitest";
import { greenFirst, type JudgedBefore } from "../../../src/github/jobs/green-first.ts";

const pull = (number: number, verdict?: string): JudgedBefore =>
  ({
    subject: { kind: "pull-request", number },
    verdict: verdict === undefined ? undefined : { verdict },
  }) as JudgedBefore;

test("green pull requests are judged again before the others, each in the order in which they came", () => {
  const pulls = [pull(1), pull(2, "success"), pull(3, "failure"), pull(4, "success")];
  expect(greenFirst(pulls)).toMatchObject([
    { number: 2 },
    { number: 4 },
    { number: 1 },
    { number: 3 },
  ]);
});
