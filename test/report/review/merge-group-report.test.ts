import { describe, expect, test } from "vitest";
import { reviewCheckRun } from "../../../src/report/review/check-run.ts";
import {
  leftQueueReport,
  mergeGroupCheckRun,
  refusedGroupReport,
} from "../../../src/report/review/merge-group-report.ts";
import { approvals, judge, owners } from "../../review/scene.ts";
import { context } from "./cases.ts";

describe("the check of a merge queue's group", () => {
  test("is a success as a pull request's is", () => {
    const review = judge({ reviews: approvals("maria") });
    expect(mergeGroupCheckRun(review, context, [7])).toEqual(reviewCheckRun(review, context));
  });

  test.each([
    ["waits for an owner", judge({})],
    ["has nobody to ask", judge({ config: undefined, headConfig: owners })],
  ])("is a failure, never a wait, where the review %s", (_, review) => {
    expect(reviewCheckRun(review, context).conclusion).toBe("action_required");
    const report = mergeGroupCheckRun(review, context, [12, 7]);
    expect(report.conclusion).toBe("failure");
    expect(report.summary).toMatch(
      /^What the merge queue would merge is not what is approved on #7, #12\. /,
    );
    expect(report.summary).toContain(reviewCheckRun(review, context).summary);
  });

  test("says why it cannot be judged, foreign text as code", () => {
    expect(
      refusedGroupReport("the queue's branch `@acme/all` names no pull request"),
    ).toMatchObject({
      conclusion: "failure",
      summary: "the queue's branch `@acme/all` names no pull request.",
    });
  });

  test("is a failure when the group is gone", () => {
    expect(leftQueueReport.conclusion).toBe("failure");
  });
});
