import { earliest, type RequirementState } from "./requirement-state.ts";
import type { Review } from "./review-change.ts";
import { verdict } from "./verdict.ts";

/** What several pull requests do together, reviewed by the people and the reviews of one of them. */
export interface ReviewThrough {
  readonly pullNumber: number;
  readonly review: Review;
}

/** One review of what several pull requests do together, and through which each connector got as far as it did. */
export interface ReviewedTogether {
  readonly review: Review;
  /** Numbers of pull requests, by connector. */
  readonly through: ReadonlyMap<string, number>;
}

/**
 * Joins reviews of the same change: a connector is approved when it is approved on one of the pull requests, by that one's
 * people and reviews alone. An override of one of them stands for all, because it was given for exactly this change.
 */
export function reviewedTogether(
  first: ReviewThrough,
  others: readonly ReviewThrough[],
): ReviewedTogether {
  const all = [first, ...others];
  const overriding = all.find(({ review }) => review.verdict.kind === "overridden") ?? first;
  const settled = overriding.review.verdict.kind;
  if (settled === "overridden" || settled === "closed-by-setup") {
    return { review: overriding.review, through: through(overriding) };
  }
  const best = first.review.requirements.flatMap(({ requirement }) =>
    furthest(all, requirement.connector),
  );
  const states = best.map(({ state }) => state);
  return {
    review: {
      ...first.review,
      requirements: states,
      verdict: verdict(first.review.blockers, states),
      reviews: all.flatMap(({ review }) => review.reviews),
      expiresAt: earliest(all.flatMap(({ review }) => review.expiresAt ?? [])),
    },
    through: new Map(
      best.map(({ pullNumber, state }) => [state.requirement.connector, pullNumber]),
    ),
  };
}

/** On which pull request a connector got furthest; of several the first. */
function furthest(
  all: readonly ReviewThrough[],
  connector: string,
): readonly (ReviewThrough & { readonly state: RequirementState })[] {
  return all
    .flatMap((each) =>
      each.review.requirements
        .filter(({ requirement }) => requirement.connector === connector)
        .map((state) => ({ ...each, state })),
    )
    .sort((one, other) => distance(one.state) - distance(other.state))
    .slice(0, 1);
}

/** How far a connector is from being approved. A change request is nearer than silence: it says what is in the way. */
function distance({ status, staleApprovals }: RequirementState): number {
  if (status === "waiting" && staleApprovals.length > 0) return distances[status] - 1;
  return distances[status];
}

const distances: Readonly<Record<RequirementState["status"], number>> = {
  approved: 0,
  "changes-requested": 1,
  waiting: 3,
  unanswerable: 4,
};

function through({ pullNumber, review }: ReviewThrough): ReadonlyMap<string, number> {
  return new Map(
    review.requirements.map(({ requirement: { connector } }) => [connector, pullNumber]),
  );
}
