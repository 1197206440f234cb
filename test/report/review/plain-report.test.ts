import { describe, expect, test } from "vitest";
import {
  conflictReport,
  errorReport,
  noTrustBranchReport,
  siblingReport,
  untouchedComment,
  untouchedReport,
} from "../../../src/report/review/plain-report.ts";

describe("a pull request that is not judged call by call", () => {
  test("passes when it touches nothing", () => {
    expect(untouchedReport).toMatchObject({ conclusion: "success", annotations: [] });
    expect(untouchedComment(untouchedReport)).toBe(
      "<!-- countersign -->\n### Nothing to countersign\n\nThis pull request changes neither the policy nor the gate's configuration.\n",
    );
  });

  test("passes when it goes where the platform does not read", () => {
    expect(noTrustBranchReport("main")).toMatchObject({
      conclusion: "success",
      summary:
        "The policy is read from `main` only. This pull request is judged anew when it is retargeted.",
    });
  });

  test("names the trust branch as code, whatever it is called", () => {
    expect(noTrustBranchReport("a`@acme/all").summary).toContain("from ``a`@acme/all`` only");
  });

  test("is closed when it conflicts", () => {
    expect(conflictReport.conclusion).toBe("failure");
  });

  test("is closed while another one with the same head is", () => {
    expect(siblingReport([12, 14])).toMatchObject({
      conclusion: "action_required",
      summary: expect.stringContaining("the head of #12, #14, which is not open yet"),
    });
  });

  test("is closed when something fails, and says what", () => {
    expect(errorReport("the change has 300 commits; at most 250 are judged", "abc")).toEqual({
      conclusion: "failure",
      title: "Closed: could not be judged",
      summary:
        'the change has 300 commits; at most 250 are judged. It is tried again by itself; "Re-run" tries at once. Incident `abc`.',
      minimalSummary:
        'the change has 300 commits; at most 250 are judged. It is tried again by itself; "Re-run" tries at once. Incident `abc`.',
      annotations: [],
    });
  });

  test("says what failed as code where it could mean anything", () => {
    const { summary } = errorReport("team @acme/all and <b> of https://evil.example", "abc");
    expect(summary).toMatch(/^`team @acme\/all and <b> of https:\/\/evil\.example`\. /);
  });
});
