import type { OwnerName } from "../../review/owner.ts";
import type { OwnerResolution } from "../../review/owner-resolution.ts";
import type { Person } from "../../review/person.ts";
import { type ChangeFacts, type Review, reviewChange } from "../../review/review-change.ts";

/** The gate asks at most so many owners of a connector. */
const mostApprovals = 21;

/**
 * Judges a change without GitHub: nobody has approved, and who stands behind an owner's name is not known, so every owner
 * is taken as somebody who can be asked. `now`: milliseconds since the epoch.
 */
export function offlineReview(facts: ChangeFacts, now: number): Review {
  const review = reviewChange({
    ...facts,
    author: nobody,
    commits: [],
    pushers: [],
    reviews: [],
    resolve: anybody(),
    now,
  });
  return { ...review, contributors: { people: new Map(), unattributed: [] } };
}

const nobody: Person = { id: 0, login: "you", kind: "user" };

/** A team of unknown people for each name. */
function anybody(): (owner: OwnerName) => OwnerResolution {
  const known = new Map<string, OwnerResolution>();
  return (owner) => {
    const before = known.get(owner.text);
    if (before !== undefined) return before;
    const id = (known.size + 1) * mostApprovals;
    const members = Array.from(
      { length: mostApprovals },
      (_, index): Person => ({ id: id + index, login: owner.text, kind: "user" }),
    );
    const resolution: OwnerResolution = { kind: "team", owner, id, members };
    known.set(owner.text, resolution);
    return resolution;
  };
}
