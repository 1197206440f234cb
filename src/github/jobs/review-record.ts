import type { Json } from "../../policy/call.ts";
import type { GroupState } from "../../review/group-state.ts";
import type { RequirementState } from "../../review/requirement-state.ts";
import type { Review } from "../../review/review-change.ts";
import type { ReviewOutcome } from "../../review/review-outcome.ts";

/**
 * Who was asked and what became of each approval, for the decision log: owners by connector as the configuration names
 * them, the reviews that count for them, and those that do not with the reason; which saved calls outside of the repository were
 * replayed.
 */
export function reviewRecord({ requirements, reviews, contributors, mounted }: Review): {
  readonly requirements: readonly Json[];
  readonly reviews: readonly Json[];
  readonly contributors: readonly number[];
  readonly mounted?: readonly Json[];
} {
  return {
    requirements: requirements.map(requirementRecord),
    reviews: reviews.map(outcomeRecord),
    contributors: [...contributors.people.keys()],
    ...(mounted.length === 0 ? {} : { mounted: mounted.map((file) => ({ ...file })) }),
  };
}

function requirementRecord({
  requirement: { connector },
  digest,
  status,
  groups,
  changesRequestedBy,
}: RequirementState): Json {
  return {
    connector,
    digest,
    status,
    groups: groups.map(groupRecord),
    changesRequestedBy: changesRequestedBy.map(({ id }) => id),
  };
}

function groupRecord({ group, needed, fallbackAsked, approvedBy }: GroupState): Json {
  return {
    owners: group.owners.map(({ text }) => text),
    namedBy: group.namedBy,
    needed,
    fallbackAsked,
    approvedBy: approvedBy.map(({ review }) => review.id),
  };
}

function outcomeRecord({ review, countsFor, ignored }: ReviewOutcome): Json {
  const { reviewer } = review;
  return {
    reviewId: review.id,
    reviewer: reviewer === null ? null : { id: reviewer.id, login: reviewer.login },
    countsFor: [...countsFor],
    ignored: ignored.map(({ connector, because }) => ({
      ...(connector === undefined ? {} : { connector }),
      because: { ...because },
    })),
  };
}
