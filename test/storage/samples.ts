import type { NewBinding } from "../../src/storage/approvals/binding.ts";
import type { OverrideVoteSighting } from "../../src/storage/approvals/override-vote.ts";
import type { NewPermit } from "../../src/storage/approvals/permit.ts";
import type { PushSighting, ReviewSighting } from "../../src/storage/approvals/sighting.ts";
import type { Judgement } from "../../src/storage/decisions/judgement.ts";
import type { Delivery } from "../../src/storage/delivery-inbox.ts";
import type { WorkSubject } from "../../src/storage/work/work-subject.ts";

/** Pull request `number` of `acme/shop`. */
export function pullRequest(number: number): WorkSubject {
  return {
    kind: "pull-request",
    installationId: 1,
    repositoryId: 42,
    owner: "acme",
    repo: "shop",
    number,
  };
}

/** A delivery that makes the subjects due. */
export function delivery(id: string, ...subjects: readonly WorkSubject[]): Delivery {
  return {
    id,
    event: "pull_request",
    action: "synchronize",
    installationId: 1,
    subjects,
    sightings: [],
  };
}

/** A verdict at head `h`. */
export function verdict(word: string, headSha = "h"): Judgement {
  return { kind: "verdict", verdict: word, headSha, baseSha: "b", body: { title: word } };
}

export const approvalSighting: ReviewSighting = {
  kind: "review",
  repositoryId: 42,
  pullNumber: 7,
  reviewId: 900,
  action: "submitted",
  state: "approved",
  reviewerId: 5,
  reviewerLogin: "maria",
  reviewerType: "User",
  headSha: "h1",
  submittedAt: 1_699_999_999_000,
  senderId: 5,
  senderLogin: "maria",
};

export const pushSighting: PushSighting = {
  kind: "push",
  repositoryId: 42,
  pullNumber: 7,
  userId: 6,
  login: "tom",
  beforeSha: "h0",
  headSha: "h1",
};

export const overrideVote: OverrideVoteSighting = {
  kind: "override-vote",
  repositoryId: 42,
  pullNumber: 7,
  reviewId: 901,
  step: "request",
  personId: 8,
  login: "otto",
  personType: "User",
  reason: "customers wait",
  headSha: "h1",
  submittedAt: 1_699_999_999_000,
};

export const binding: NewBinding = {
  repositoryId: 42,
  pullNumber: 7,
  reviewId: 900,
  connector: "stripe",
  reviewerId: 5,
  reviewerLogin: "maria",
  digest: "d1",
  headSha: "h1",
};

export const permit: NewPermit = {
  repositoryId: 42,
  pullNumber: 7,
  reviewId: 900,
  connector: "stripe",
  digest: "d1",
  headSha: "h1",
  mergeSha: "m1",
};
