import { describe, expect, test } from "vitest";
import { cast, judge, type ShortReview, states, teams, twoConnectors } from "./scene.ts";

const mariaObjects: ShortReview = { by: "maria", state: "changes_requested" };
const fridaApproves: ShortReview = { by: "frida" };

describe("an owner's change request", () => {
  test("closes their connector, whoever else approves", () => {
    const review = judge({ reviews: [mariaObjects, fridaApproves] });
    expect(states(review)).toEqual({ stripe: "changes-requested" });
    expect(review.requirements[0]?.changesRequestedBy).toEqual([cast.maria]);
    expect(review.verdict).toEqual({ kind: "waiting", on: ["stripe"] });
  });

  test("closes no other connector", () => {
    const reviews = [mariaObjects, fridaApproves, { by: "lena" }] as const;
    expect(states(judge({ projects: [twoConnectors], reviews }))).toEqual({
      helpdesk: "approved",
      stripe: "changes-requested",
    });
  });

  test("ends when they approve", () => {
    expect(judge({ reviews: [mariaObjects, { by: "maria" }] }).verdict.kind).toBe("open");
  });

  test("takes back what they approved before", () => {
    expect(states(judge({ reviews: [{ by: "maria" }, mariaObjects] }))).toEqual({
      stripe: "changes-requested",
    });
  });

  test("stands though they comment afterwards", () => {
    const reviews = [mariaObjects, { by: "maria", state: "commented" }, fridaApproves] as const;
    expect(states(judge({ reviews }))).toEqual({ stripe: "changes-requested" });
  });

  test("stands though nobody saw its webhook, and however old it is", () => {
    const reviews = [
      { ...mariaObjects, seenAs: null },
      { ...fridaApproves, at: 1e12 },
    ] as const;
    expect(states(judge({ reviews, now: 1e12 }))).toEqual({ stripe: "changes-requested" });
  });

  test("stands for an owner who contributed, too", () => {
    const reviews = [mariaObjects, fridaApproves];
    expect(states(judge({ reviews, pushers: ["maria"] }))).toEqual({ stripe: "changes-requested" });
  });

  test("counts for a fallback owner exactly where they are asked", () => {
    const reviews: ShortReview[] = [{ by: "sven", state: "changes_requested" }, { by: "maria" }];
    expect(judge({ reviews }).verdict.kind).toBe("open");
    const asked = judge({
      reviews,
      teams: { ...teams, "@acme/finance": ["lena"] },
      author: "lena",
    });
    expect(states(asked)).toEqual({ stripe: "changes-requested" });
  });
});

test("a change request of somebody who owns nothing closes nothing", () => {
  const reviews = [{ by: "otto", state: "changes_requested" }, fridaApproves] as const;
  expect(judge({ reviews }).verdict.kind).toBe("open");
});

describe("a dismissed change request", () => {
  const dismissed: ShortReview = {
    by: "maria",
    state: "dismissed",
    seenAs: "changes_requested",
  };

  test.each([
    ["stands when the author dismissed it", "nora", {}],
    ["stands when somebody dismissed it who owns nothing", "otto", {}],
    ["stands when another connector's owner dismissed it", "lena", {}],
    ["stands when they dismissed it themselves", "maria", {}],
    ["stands when an owner dismissed it who contributed", "frida", { pushers: ["frida"] }],
    ["stands when a bot of the team dismissed it", "helper[bot]", {}],
    ["stands when a fallback owner dismissed it who is not asked", "sven", {}],
  ] as const)("%s", (_, dismissedBy, scene) => {
    const reviews = [{ ...dismissed, dismissedBy }, fridaApproves];
    const author = "nora";
    const review = judge({ author, ...scene, reviews });
    expect(states(review)).toEqual({ stripe: "changes-requested" });
  });

  test("stands when nobody knows who dismissed it", () => {
    expect(states(judge({ reviews: [dismissed, fridaApproves] }))).toEqual({
      stripe: "changes-requested",
    });
  });

  test("is taken back by another owner who did not contribute", () => {
    const reviews = [{ ...dismissed, dismissedBy: "frida" }, fridaApproves] as const;
    expect(judge({ reviews }).verdict.kind).toBe("open");
  });

  test("does not become an approval by that", () => {
    const review = judge({ reviews: [{ ...dismissed, dismissedBy: "frida" }] });
    expect(states(review)).toEqual({ stripe: "waiting" });
  });

  test("ends when they approve", () => {
    const reviews = [{ ...dismissed, dismissedBy: "nora" }, { by: "maria" }] as const;
    expect(judge({ reviews }).verdict.kind).toBe("open");
  });

  test("may be any dismissed review of which nobody saw what it said", () => {
    const unseen = { ...dismissed, seenAs: null };
    expect(states(judge({ reviews: [unseen, fridaApproves] }))).toEqual({
      stripe: "changes-requested",
    });
    const lifted = [{ ...unseen, dismissedBy: "frida" }, fridaApproves] as const;
    expect(judge({ reviews: lifted }).verdict.kind).toBe("open");
  });
});
