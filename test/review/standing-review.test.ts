import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ReviewFact } from "../../src/review/review-fact.ts";
import { inSubmissionOrder, standingReviews } from "../../src/review/standing-review.ts";
import { cast, judge, notCounted, type ShortReview } from "./scene.ts";

/** One person's reviews, in the order of submission, and what they come to. */
const folds: readonly [string, readonly string[], string | undefined][] = [
  ["nothing was given", [], undefined],
  ["an approval", ["approved"], "approved"],
  ["a change request", ["changes_requested"], "changes-requested"],
  ["comments say nothing", ["commented", "pending"], undefined],
  ["a comment takes nothing back", ["approved", "commented"], "approved"],
  ["a draft takes nothing back", ["approved", "pending"], "approved"],
  ["the last word decides", ["changes_requested", "approved"], "approved"],
  ["the last word decides, the other way", ["approved", "changes_requested"], "changes-requested"],
  ["a dismissed approval", ["dismissed approved"], "nothing"],
  ["no older approval revives", ["approved", "dismissed approved"], "nothing"],
  ["no older change request revives", ["changes_requested", "dismissed approved"], "nothing"],
  [
    "a dismissed change request is kept apart",
    ["approved", "dismissed changes_requested"],
    "dismissed-change-request",
  ],
  ["a dismissed review that nobody saw", ["dismissed"], "dismissed-change-request"],
  ["an approval after a dismissal", ["dismissed approved", "approved"], "approved"],
];

describe("the reviews of one person come to", () => {
  test.each(folds)("%s", (_, given, says) => {
    const reviews = given.map((text, index) => reviewOf(text, index + 1));
    expect(standingReviews(reviews).get(cast.maria.id)?.says).toBe(says);
    expect(standingReviews([...reviews].reverse()).get(cast.maria.id)?.says).toBe(says);
  });

  test("the later of two that were given in the same second", () => {
    const reviews = [reviewOf("changes_requested", 2, 0), reviewOf("approved", 1, 0)];
    expect(standingReviews(reviews).get(cast.maria.id)?.says).toBe("changes-requested");
  });

  test("nobody's when the account is deleted", () => {
    expect(standingReviews([{ ...reviewOf("approved", 1), reviewer: null }]).size).toBe(0);
  });

  test("one person's after a new login, for people are their ids", () => {
    const renamed = {
      ...reviewOf("changes_requested", 2),
      reviewer: { ...cast.maria, login: "m" },
    };
    const standing = standingReviews([reviewOf("approved", 1), renamed]);
    expect([...standing.values()].map(({ says }) => says)).toEqual(["changes-requested"]);
  });
});

test("reviews are told in the order of submission, whatever order GitHub lists them in", () => {
  const reviews = fc.uniqueArray(fc.tuple(fc.nat(3), fc.nat(20)), { selector: ([, id]) => id });
  fc.assert(
    fc.property(reviews, (given) => {
      const facts = given.map(([at, id]) => reviewOf("approved", id, at));
      expect(inSubmissionOrder(facts)).toEqual(inSubmissionOrder([...facts].reverse()));
    }),
  );
});

describe("what became of each review is told", () => {
  const cases: readonly [string, readonly ShortReview[], readonly string[]][] = [
    ["an approval that counts is no news", [{ by: "maria" }], []],
    ["comments are no news", [{ by: "maria", state: "commented" }], []],
    ["change requests are told elsewhere", [{ by: "maria", state: "changes_requested" }], []],
    ["a later review stands instead", [{ by: "maria" }, { by: "maria" }], ["maria: superseded"]],
    [
      "a dismissed one",
      [{ by: "maria", state: "dismissed", seenAs: "approved" }],
      ["maria: dismissed"],
    ],
    [
      "a dismissed one before a later one",
      [{ by: "maria", state: "dismissed", seenAs: "approved" }, { by: "maria" }],
      ["maria: superseded"],
    ],
    [
      "a dismissed one that nobody saw",
      [{ by: "maria", state: "dismissed" }],
      ["maria: dismissed-unseen"],
    ],
    [
      "a dismissed one of a deleted account",
      [{ by: null, state: "dismissed", seenAs: "approved" }],
      ["ghost: dismissed"],
    ],
  ];
  test.each(cases)("%s", (_, reviews, told) => {
    expect(notCounted(judge({ reviews }))).toEqual(told);
  });
});

function reviewOf(text: string, id: number, submittedAt = id): ReviewFact {
  const [state, seen] = text.split(" ") as [ReviewFact["state"], "approved" | undefined];
  const witnessed = state === "dismissed" ? seen : "approved";
  return {
    id,
    reviewer: cast.maria,
    state,
    submittedAt,
    ...(witnessed === undefined
      ? {}
      : { witness: { headSha: "a", state: witnessed, digests: new Map() } }),
  };
}
