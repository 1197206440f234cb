import { type OwnerName, ownerKey } from "../../review/owner.ts";
import type { OwnerResolution } from "../../review/owner-resolution.ts";

/** Looks one owner up on GitHub. */
export type OwnerLookUp = (owner: OwnerName) => Promise<OwnerResolution>;

/** The answers so far, by owner. */
export type KnownOwners = Map<string, OwnerResolution>;

/** An owner that was asked about before it was looked up. */
class NotLookedUp extends Error {
  readonly owner: OwnerName;

  constructor(owner: OwnerName) {
    super(`owner \`${owner.text}\` was not looked up`);
    this.name = "NotLookedUp";
    this.owner = owner;
  }
}

/**
 * Asks a question that owners matter to, and looks up each owner that the question comes to, once: an owner that does not
 * matter costs nothing, and one that was not looked up is never nobody. The question is asked again after each answer,
 * so it must depend on nothing else.
 */
export async function withOwners<T>(
  known: KnownOwners,
  lookUp: OwnerLookUp,
  question: (resolve: (owner: OwnerName) => OwnerResolution) => T,
): Promise<T> {
  const resolve = (owner: OwnerName): OwnerResolution => {
    const found = known.get(ownerKey(owner));
    if (found === undefined) throw new NotLookedUp(owner);
    return found;
  };
  for (;;) {
    try {
      return question(resolve);
    } catch (error) {
      if (!(error instanceof NotLookedUp)) throw error;
      known.set(ownerKey(error.owner), await lookUp(error.owner));
    }
  }
}
