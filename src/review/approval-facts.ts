import type { Contributors } from "./contributors.ts";
import type { GateConfig } from "./gate-config.ts";
import type { OwnerName } from "./owner.ts";
import { type OwnerResolution, peopleOf, sizeOf } from "./owner-resolution.ts";
import type { Person } from "./person.ts";
import type { StandingReview } from "./standing-review.ts";

/** Everything that one requirement is judged by. */
export interface ApprovalFacts {
  readonly resolve: (owner: OwnerName) => OwnerResolution;
  readonly fallback: readonly OwnerName[];
  readonly contributors: Contributors;
  readonly standing: ReadonlyMap<number, StandingReview>;
  readonly approvals: GateConfig["approvals"];
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

/** The bots that are owners themselves, by id. A bot is one only where the configuration lists its id. */
export function listedBots(owners: readonly OwnerName[]): ReadonlySet<number> {
  return new Set(owners.flatMap((owner) => (owner.kind === "bot" ? [owner.id] : [])));
}

/** Those behind some owners' names whose approval can count, by id: nobody who contributed, no bot that is not listed. */
export function countersigners(
  owners: readonly OwnerName[],
  { resolve, contributors }: ApprovalFacts,
): ReadonlyMap<number, Person> {
  const people = owners.flatMap((owner) => peopleOf(resolve(owner)));
  const bots = listedBots(owners);
  return new Map(
    people
      .filter(({ id, kind }) => kind === "user" || bots.has(id))
      .filter(({ id }) => !contributors.people.has(id))
      .map((person) => [person.id, person]),
  );
}

/**
 * How many people of some owners can countersign, at least: all who are named, or those of the one owner whose named
 * people and whose further members, less everybody who contributed, are most. Owners may have people in common, so that
 * further members of two are not added up.
 */
export function countersignersAtLeast(owners: readonly OwnerName[], facts: ApprovalFacts): number {
  const ofOne = (owner: OwnerName): number => {
    const resolution = facts.resolve(owner);
    const named = new Set(peopleOf(resolution).map(({ id }) => id));
    const others = [...facts.contributors.people.keys()].filter((id) => !named.has(id)).length;
    const further = Math.max(0, sizeOf(resolution) - named.size - others);
    return countersigners([owner], facts).size + further;
  };
  return Math.max(countersigners(owners, facts).size, ...owners.map(ofOne));
}

/** The standing reviews that approve, whether they count or not. */
export function approvalsOf({ standing }: ApprovalFacts): readonly StandingReview[] {
  return [...standing.values()].filter(({ says }) => says === "approved");
}
