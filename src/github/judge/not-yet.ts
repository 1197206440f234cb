/**
 * Thrown where an answer of GitHub's is older than what it told before: nothing may be concluded from it, and it is to be
 * asked again a little later.
 */
export class NotYet extends Error {
  constructor(because: string) {
    super(because);
    this.name = "NotYet";
  }
}

/** A judgement, or that it cannot be reached yet. */
export async function orNotYet<T>(
  judging: Promise<T>,
): Promise<T | { readonly kind: "not-yet"; readonly because: string }> {
  try {
    return await judging;
  } catch (error) {
    if (error instanceof NotYet) return { kind: "not-yet", because: error.message };
    throw error;
  }
}
