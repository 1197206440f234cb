import type { Person } from "./person.ts";
import type { StandingReview } from "./standing-review.ts";

/**
 * The owners whose change request keeps a connector closed. It stands until its author approves, or until somebody
 * dismisses it who could countersign instead: another owner, no bot, who did not contribute. An owner who contributed may
 * request changes too.
 */
export function changeRequests(
  standing: ReadonlyMap<number, StandingReview>,
  owners: ReadonlySet<number>,
  countersigners: ReadonlyMap<number, Person>,
): readonly Person[] {
  return [...standing.values()].flatMap(({ review: { reviewer, dismissedBy }, says }) => {
    if (!owners.has(reviewer.id)) return [];
    const lifted =
      says === "dismissed-change-request" &&
      dismissedBy !== undefined &&
      dismissedBy.id !== reviewer.id &&
      countersigners.has(dismissedBy.id);
    const requested = says === "changes-requested" || says === "dismissed-change-request";
    return requested && !lifted ? [reviewer] : [];
  });
}
