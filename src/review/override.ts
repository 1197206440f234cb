import { createHash } from "node:crypto";
import { canonicalJson } from "../policy/canonical-json.ts";
import type { Person } from "./person.ts";

/** One person's part in opening the gate in an emergency, as it was witnessed when it was submitted. */
export interface OverrideVote {
  readonly reviewId: number;
  readonly person: Person;
  /** Who asks says why; who confirms need not. */
  readonly step: "request" | "confirm";
  /** As written, cut to a length; empty when none was given. */
  readonly reason: string;
  /** The commit that the person looked at. */
  readonly headSha: string;
  /** Milliseconds since the epoch, GitHub's own time. */
  readonly submittedAt: number;
  /** The identity of all that was to be approved then (`overrideDigest`); empty when nothing had been judged. */
  readonly digest: string;
  /** The review was dismissed, or GitHub lists it no more. */
  readonly withdrawn: boolean;
}

/** An override that took effect. */
export interface Override {
  /** The review that asked for it. */
  readonly reviewId: number;
  readonly requestedBy: Person;
  readonly confirmedBy: readonly Person[];
  readonly reason: string;
  readonly headSha: string;
  readonly digest: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** What was seen of overrides of a pull request. */
export interface OverrideFacts {
  /** The head of the pull request now. */
  readonly headSha: string;
  readonly votes: readonly OverrideVote[];
  /** Those that ever took effect, on whatever head. */
  readonly given: readonly Override[];
}

/** The identity of all that a pull request asks approval for, from the digest of each connector. */
export function overrideDigest(digests: ReadonlyMap<string, string>): string {
  return createHash("sha256")
    .update(canonicalJson([...digests].sort(([one], [other]) => (one < other ? -1 : 1))))
    .digest("hex");
}
