import { describe, expect, test } from "vitest";
import {
  type IncidentFacts,
  incidentCheckRun,
  incidentComment,
  landedReport,
} from "../../../src/report/review/incident-report.ts";
import { judge, twoConnectors } from "../../review/scene.ts";

const review = judge({ projects: [twoConnectors] });
const [helpdesk, stripe] = review.requirements.map(({ requirement }) => requirement);
if (helpdesk === undefined || stripe === undefined) throw new Error("two connectors change");

const facts: IncidentFacts = {
  review,
  unapproved: [
    { ...helpdesk, because: "not-approved" },
    { ...stripe, because: "approval-used-before" },
  ],
  branch: "main",
  beforeSha: "1".repeat(40),
  afterSha: "2".repeat(40),
  pusher: "lena",
  pulls: [7, 8],
};

describe("an incident", () => {
  test("is a failure that says what landed, how, and for whom it was not approved", async () => {
    const { summary, ...check } = incidentCheckRun(facts);
    expect(check).toEqual({
      conclusion: "failure",
      title: "Incident: landed without approval",
      minimalSummary:
        "After this change, agents may do 2 kinds of calls without asking that they may not do alone today.",
      annotations: [],
    });
    await expect(summary).toMatchFileSnapshot("../../../fixtures/report-incident/summary.md");
  });

  test("is told in a comment that can be found again by its commit", () => {
    const comment = incidentComment(facts);
    expect(comment).toMatch(
      new RegExp(`^<!-- countersign incident ${"2".repeat(40)} -->\\n### Incident: `),
    );
    expect(comment).toContain(incidentCheckRun(facts).summary);
  });

  test("says so when nobody told who moved the branch, and no pull request is known", () => {
    const { summary } = incidentCheckRun({ ...facts, pusher: undefined, pulls: [] });
    expect(summary).toContain(
      "Somebody moved `main` from `111111111111` to `222222222222`, through no pull request.",
    );
  });

  test("says so when it is not known who had to be asked", () => {
    const { summary } = incidentCheckRun({
      ...facts,
      unapproved: [{ connector: "*", groups: [], because: "not-approved" }],
    });
    expect(summary).toContain("- everything else: not approved, and nobody can say by whom");
  });

  test("quotes whatever people named", () => {
    const { summary } = incidentCheckRun({ ...facts, pusher: "@acme/all", branch: "a`b" });
    expect(summary).toContain("`@acme/all` moved ``a`b``");
  });

  test("is short, however much landed", () => {
    const many = Array.from({ length: 5_000 }, (_, index) => ({
      connector: `connector-${index}-${"x".repeat(500)}`,
      groups: [],
      because: "not-approved" as const,
    }));
    expect(
      Buffer.byteLength(incidentCheckRun({ ...facts, unapproved: many }).summary),
    ).toBeLessThan(60_000);
  });
});

test("a commit that landed without approval stays closed elsewhere", () => {
  expect(landedReport.conclusion).toBe("failure");
});
