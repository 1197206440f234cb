import type { Contributors } from "./contributors.ts";
import type { OwnerName } from "./owner.ts";
import { type OwnerResolution, peopleOf } from "./owner-resolution.ts";
import type { Person } from "./person.ts";
import type { StandingReview } from "./standing-review.ts";

/** Everything that one requirement is judged by. */
export interface ApprovalFacts {
  readonly resolve: (owner: OwnerName) => OwnerResolution;
  readonly fallback: readonly OwnerName[];
  readonly contributors: Contributors;
  readonly standing: ReadonlyMap<number, StandingReview>;
  readonly approvals: { readonly ttl: number; readonly required: number };
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Everybody behind some owners' names, by id: contributors and bots too, whose change request stands as any other. */
export function ownerIds(
  owners: readonly OwnerName[],
  { resolve }: ApprovalFacts,
): ReadonlySet<number> {
  return new Set(owners.flatMap((owner) => peopleOf(resolve(owner))).map(({ id }) => id));
}

/** The people of some owners whose approval can count, by id: no bot, nobody who contributed. */
export function countersigners(
  owners: readonly OwnerName[],
  { resolve, contributors }: ApprovalFacts,
): ReadonlyMap<number, Person> {
  const people = owners.flatMap((owner) => peopleOf(resolve(owner)));
  return new Map(
    people
      .filter(({ id, kind }) => kind === "user" && !contributors.people.has(id))
      .map((person) => [person.id, person]),
  );
}

/** The standing reviews that approve, whether they count or not. */
export function approvalsOf({ standing }: ApprovalFacts): readonly StandingReview[] {
  return [...standing.values()].filter(({ says }) => says === "approved");
}
