import type { Contributors } from "../../review/contributors.ts";
import type { Person } from "../../review/person.ts";
import type { ReviewFact } from "../../review/review-fact.ts";
import { standingReviews } from "../../review/standing-review.ts";

/** The people whose place in a team decides something, each once. */
export interface Speakers {
  /** They approve, and can count. */
  readonly approvers: readonly Person[];
  /** They request changes, or dismissed such a request, or theirs was dismissed, or they ask to override the gate. */
  readonly others: readonly Person[];
}

/** Whose place in a team the standing reviews make matter. An approval of a contributor or a bot never counts. `voters`: who asked to override. */
export function speakersIn(
  reviews: readonly ReviewFact[],
  contributors: Contributors,
  voters: readonly Person[],
): Speakers {
  const approvers: Person[] = [];
  const others = new Map(voters.map((person) => [person.id, person]));
  for (const { review, says } of standingReviews(reviews).values()) {
    const { reviewer, dismissedBy } = review;
    if (says === "nothing") continue;
    if (says !== "approved") {
      for (const person of dismissedBy === undefined ? [reviewer] : [reviewer, dismissedBy]) {
        others.set(person.id, person);
      }
    } else if (reviewer.kind === "user" && !contributors.people.has(reviewer.id)) {
      approvers.push(reviewer);
    }
  }
  for (const { id } of approvers) others.delete(id);
  return { approvers, others: [...others.values()] };
}
