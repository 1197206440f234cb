import { expect, test } from "vitest";
import { approvals, judge, notCounted, owners, twoConnectors } from "./scene.ts";

const both = owners.replace("@acme/support", "@acme/finance");

test("one reason that holds for every connector is told once", () => {
  const reviews = [{ by: "maria", of: "another change" }] as const;
  expect(notCounted(judge({ config: both, projects: [twoConnectors], reviews }))).toEqual([
    "maria: stale",
  ]);
});

test("a reason is told with its connector where the review counts for another one", () => {
  const now = judge({ projects: [twoConnectors], config: both });
  const helpdesk = now.requirements.find(
    ({ requirement }) => requirement.connector === "helpdesk",
  )?.digest;
  expect(helpdesk).toMatch(/^[0-9a-f]{64}$/);
  const review = judge({
    config: both,
    projects: [twoConnectors],
    reviews: [{ by: "maria", of: { helpdesk: helpdesk ?? "" } }],
  });
  expect(notCounted(review)).toEqual(["maria: stale for stripe"]);
  expect(review.reviews[0]?.countsFor).toEqual(["helpdesk"]);
});

test("that somebody owns nothing is told only where they own nothing at all", () => {
  const projects = [twoConnectors];
  expect(notCounted(judge({ projects, reviews: approvals("maria", "otto") }))).toEqual([
    "otto: not-an-owner",
  ]);
});

test("nothing is told where nothing is asked", () => {
  expect(notCounted(judge({ projects: [], reviews: approvals("otto") }))).toEqual([]);
});

test("an owner of some connectors hears of these alone", () => {
  const config = `${owners}  github: ["@acme/finance"]\n`;
  const reviews = [{ by: "maria", of: "no judged change" }] as const;
  expect(notCounted(judge({ config, projects: [twoConnectors], reviews }))).toEqual([
    "maria: never-judged",
  ]);
});
