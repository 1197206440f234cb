import type { CommitFact } from "../../review/contributors.ts";
import type { Person } from "../../review/person.ts";
import type { ReviewFact } from "../../review/review-fact.ts";
import type { Binding } from "../../storage/approvals/binding.ts";
import type { WitnessedHistory } from "../../storage/approvals/sighting.ts";
import type { BranchPush } from "../../storage/trust-branch/branch-push.ts";
import type { ListedReview } from "../read/reviews.ts";
import { wholeReview } from "./bind-approvals.ts";

/**
 * Joins what GitHub lists now with what was witnessed: a review counts by the state and the commit of its first
 * delivery, and by the digests that it was bound to.
 */
export function reviewFacts(
  listed: readonly ListedReview[],
  history: WitnessedHistory,
  bindings: readonly Binding[],
): readonly ReviewFact[] {
  return listed.map((review) => {
    const sightings = history.reviews.filter(({ reviewId }) => reviewId === review.id);
    const first = sightings.find(({ action }) => action === "submitted");
    const dismissal = sightings.findLast(({ action }) => action === "dismissed");
    const digests = new Map(
      bindings
        .filter(({ reviewId, connector }) => reviewId === review.id && connector !== wholeReview)
        .map(({ connector, digest }) => [connector, digest]),
    );
    return {
      ...review,
      ...(first === undefined || first.state === "dismissed"
        ? {}
        : { witness: { headSha: first.headSha, state: first.state, digests } }),
      ...(dismissal === undefined
        ? {}
        : { dismissedBy: { id: dismissal.senderId, login: dismissal.senderLogin, kind: "user" } }),
    };
  });
}

/**
 * Everybody who was seen to push to a pull request; where a bot opened it, also who pushed its commits before, because nobody
 * else answers for them. Whoever pushed nothing but git's own merge of the former head with the base ("Update branch")
 * pushed nothing of their own. A merge with another branch brings what people were seen to push, or else what its own pusher
 * did.
 */
export function pushersOf(
  { pushes }: WitnessedHistory,
  { author, commits, branchPushes }: PushedCommits,
): readonly Person[] {
  const own = new Set(commits.map(({ sha }) => sha));
  const toBranches = branchPushes.flatMap(({ beforeSha, afterSha, pusher }) =>
    pusher === undefined
      ? []
      : [{ from: beforeSha, to: afterSha, person: { ...pusher, kind: "user" } satisfies Person }],
  );
  const toPull = pushes.map(({ beforeSha, headSha, userId, login }) => ({
    from: beforeSha,
    to: headSha,
    person: { id: userId, login, kind: "user" } satisfies Person,
  }));
  const counted = author.kind === "bot" ? [...toPull, ...toBranches] : toPull;
  return counted.flatMap(({ from, to, person }) => {
    const merge = commits.find(({ sha, cleanMerge }) => cleanMerge && sha === to);
    const [first, merged = ""] = merge?.parents ?? [];
    if (merge === undefined || first !== from) return [person];
    if (!own.has(merged)) return [];
    // A bot pushes what anybody makes it push.
    const before = toBranches.filter(
      (push) => push.to === merged && !push.person.login.endsWith("[bot]"),
    );
    return before.length === 0 ? [person] : before.map((push) => push.person);
  });
}

/** A pull request's commits, and the pushes of any branch that made one of them its tip. */
interface PushedCommits {
  readonly author: Person;
  readonly commits: readonly CommitFact[];
  readonly branchPushes: readonly BranchPush[];
}
