import { contributors } from "../../review/contributors.ts";
import { configOf } from "../../review/gate-config-side.ts";
import { overrideRefusal } from "../../review/override-refusal.ts";
import { ownerKey } from "../../review/owner.ts";
import { requirementDigest } from "../../review/requirement.ts";
import {
  type ChangeFacts,
  type Review,
  requirementsOf,
  reviewChange,
  strictestApprovals,
} from "../../review/review-change.ts";
import type { StoredVote } from "../../storage/approvals/override-vote.ts";
import type { WitnessedHistory } from "../../storage/approvals/sighting.ts";
import type { Store } from "../../storage/store.ts";
import type { GitHubClient, Repository } from "../client.ts";
import type { CompareProject } from "../compare/comparisons.ts";
import { readCommits } from "../read/commits.ts";
import type { PullRequest } from "../read/pull-request.ts";
import { type ListedReview, readReviews } from "../read/reviews.ts";
import { bindApprovals } from "./bind-approvals.ts";
import { bindOverrides, overrideFacts, recordOverride, voterOf } from "./overrides.ts";
import { type OwnerQuestion, ownerLookUp } from "./owner-look-up.ts";
import { type KnownOwners, type OwnerLookUp, withOwners } from "./people.ts";
import { pushersOf, reviewFacts } from "./review-facts.ts";
import { speakersIn } from "./speakers.ts";
import { demandWitnessed, sawOpening } from "./witnessed-reviews.ts";

/** What a pull request is reviewed with. */
export interface ReviewContext {
  readonly installationId: number;
  readonly github: GitHubClient;
  readonly repository: Repository;
  readonly store: Store;
  readonly compare: CompareProject;
  readonly now: () => number;
  /** Folder with saved calls that do not lie in repositories; undefined: there is none. */
  readonly corpusRoot?: string | undefined;
}

/** A review, and what an approval given now would be bound to. */
export interface ReviewedPullRequest {
  readonly review: Review;
  /** By connector. */
  readonly digests: ReadonlyMap<string, string>;
}

/**
 * The one road from what a change does to a review of it, by the people and the reviews of one pull request as they are
 * now. The change is the pull request's own, or that of a merge queue's group that it is part of; only the former binds
 * approvals that are not bound yet, because it is what their reviewers saw. Throws `NotYet` when GitHub shows less than
 * it told.
 */
export async function reviewPullRequest(
  context: ReviewContext,
  pull: Pick<PullRequest, "number" | "headSha" | "author" | "baseRef">,
  {
    change,
    baseSha,
    demandCurrent,
  }: {
    readonly change: ChangeFacts;
    /** Whoever wrote a commit of the head that this one does not have took part. */
    readonly baseSha: string;
    /** Asked before approvals are bound; absent: none is bound. */
    readonly demandCurrent?: () => Promise<void>;
  },
): Promise<ReviewedPullRequest> {
  const { github, repository, store, now } = context;
  const { requirements } = requirementsOf(change);
  const place = { repositoryId: repository.id, pullNumber: pull.number };
  const commits = await readCommits(github, repository, { base: baseSha, head: pull.headSha });
  const history = await store.approvals.sightingsOf(place.repositoryId, place.pullNumber);
  const listed = await reviewsOf(context, pull.number, history);
  const pushed = commits.map(({ sha }) => sha);
  const branchPushes = await store.trust.pushesTo(place.repositoryId, pushed);
  const pushers = pushersOf(history, { author: pull.author, commits, branchPushes });
  const tookPart = contributors(pull.author, commits, pushers);
  const votes = await store.overrides.votesOf(place.repositoryId, place.pullNumber);
  const speakers = speakersIn(reviewFacts(listed, history, []), tookPart, votes.map(voterOf));
  const known: KnownOwners = new Map();
  const lookUp = lookUpFor(context, pull, {
    change,
    speakers,
    remembers: demandCurrent !== undefined,
    contributed: new Set(tookPart.people.keys()),
    needed: strictestApprovals(change).required + (tookPart.unattributed.length > 0 ? 1 : 0),
  });
  const digests = await withOwners(
    known,
    lookUp,
    (resolve) =>
      new Map(
        requirements.map((requirement) => [
          requirement.connector,
          requirementDigest(requirement, resolve),
        ]),
      ),
  );
  const here = { ...place, headSha: pull.headSha };
  if (demandCurrent !== undefined) {
    // Whoever was overtaken takes an older commit for the head, and would bind an approval of the newer one to nothing; or
    // an older configuration for the one that holds, and would forget whom its names stood for first.
    await demandCurrent();
    await forgetOldNames(context, pull, change);
    const present = { headSha: pull.headSha, baseRef: pull.baseRef, baseSha, digests };
    await bindApprovals(store, place, { history, present });
    const approvals = strictestApprovals(change);
    const breakGlass = configOf(change.baseConfig)?.breakGlass;
    const refusalOf = async (vote: StoredVote): Promise<string | undefined> => {
      const voter = { ...vote, person: voterOf(vote) };
      return await withOwners(known, lookUp, (resolve) => {
        const facts = { resolve, approvals, contributors: tookPart };
        return overrideRefusal(voter, breakGlass, facts)?.kind;
      });
    };
    await bindOverrides(store, present, { votes, refusalOf });
  }
  const overrides = votes.length === 0 ? undefined : await overrideFacts(store, here, listed);
  const bindings = await store.approvals.bindingsOf(place.repositoryId, place.pullNumber);
  const facts = {
    ...change,
    author: pull.author,
    commits,
    pushers,
    reviews: reviewFacts(listed, history, bindings),
    ...(overrides === undefined ? {} : { overrides }),
    now: now(),
  };
  const review = await withOwners(known, lookUp, (resolve) => reviewChange({ ...facts, resolve }));
  if (demandCurrent !== undefined && review.verdict.kind === "overridden") {
    await recordOverride(store, here, review.verdict.override);
  }
  return { review, digests };
}

/**
 * The reviews as GitHub lists them, and no older than its webhooks. Where a pull request is judged for the first time,
 * was seen to be opened and had no review since, none can count, and GitHub is not asked.
 */
async function reviewsOf(
  { github, repository, store }: ReviewContext,
  pullNumber: number,
  history: WitnessedHistory,
): Promise<readonly ListedReview[]> {
  const isNew = history.reviews.length === 0 && sawOpening(history);
  if (isNew && (await store.decisions.latestVerdict(repository.id, pullNumber)) === undefined) {
    return [];
  }
  const listed = await readReviews(github, repository, pullNumber);
  demandWitnessed(listed, history);
  return listed;
}

/** How owners are looked up for a change. */
function lookUpFor(
  { github, repository, installationId, store: { people } }: ReviewContext,
  { baseRef }: Pick<PullRequest, "baseRef">,
  {
    change,
    ...who
  }: Pick<OwnerQuestion, "speakers" | "contributed" | "needed" | "remembers"> & {
    readonly change: ChangeFacts;
  },
): OwnerLookUp {
  const { named, inFull } = namesIn(change);
  const place = { repositoryId: repository.id, branch: baseRef };
  return ownerLookUp({ github, repository, installationId, people, place, named, inFull, ...who });
}

/** Names that the trust branch's configuration has no more are forgotten: written anew, they are looked up anew. */
async function forgetOldNames(
  { repository, store: { people } }: ReviewContext,
  { baseRef }: Pick<PullRequest, "baseRef">,
  change: ChangeFacts,
): Promise<void> {
  if (change.baseConfig.kind === "unreadable") return;
  const place = { repositoryId: repository.id, branch: baseRef };
  await people.keepOnly(place, namesIn(change).named);
}

/** The owners that the trust branch's configuration names, by key, and those of whom everybody must be named. */
function namesIn({ baseConfig }: ChangeFacts): Pick<OwnerQuestion, "named" | "inFull"> {
  const config = configOf(baseConfig);
  const inFull = config?.breakGlass === undefined ? [] : [ownerKey(config.breakGlass.team)];
  const owners = [...(config?.owners.values() ?? [])].flat().map(ownerKey);
  return { named: new Set([...owners, ...inFull]), inFull: new Set(inFull) };
}
