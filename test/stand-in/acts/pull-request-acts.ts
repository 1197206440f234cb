import { accountOf } from "../accounts.ts";
import { close } from "../branches.ts";
import { addComment, editComment } from "../comments.ts";
import { commentEvent } from "../events/comment-event.ts";
import { pullRequestEvent, requestedReviewer, reviewEvent } from "../events/pull-request-event.ts";
import { fullName } from "../json/repository-json.ts";
import { teamJson } from "../json/team-json.ts";
import { atLeast, permissionOf } from "../permissions.ts";
import { type PullName, pullOf } from "../pull-requests.ts";
import { repositoryOf, tipOf } from "../repositories.ts";
import { addReview, dismiss, requestReviews } from "../reviews.ts";
import type { PullRequest, Repository, Review, ReviewState } from "../state.ts";
import { teamOf } from "../teams.ts";
import { type Json, nextId, now, type World } from "../world.ts";
import { tell } from "./telling.ts";

interface NewPullRequest {
  readonly repository: string;
  readonly author: string;
  /** A branch of the repository, or `owner:branch` of a fork. */
  readonly head: string;
  /** The head is a branch of the author's own fork. */
  readonly fromFork?: boolean;
  /** The default branch if left out. */
  readonly base?: string;
  readonly title?: string;
  readonly body?: string;
  readonly draft?: boolean;
  /** Its place in a native stack; `base` is then the branch of the pull request below. */
  readonly stack?: { readonly base: string; readonly position: number; readonly size: number };
}

interface NewReview {
  readonly pull: PullName;
  readonly user: string;
  readonly state: Exclude<ReviewState, "DISMISSED">;
  readonly body?: string;
  /** The commit that the reviewer looked at: the head, unless their page was old. */
  readonly commitId?: string;
}

/** What people do on the page of a pull request. */
export interface PullRequestActs {
  openPullRequest(fields: NewPullRequest): Promise<PullName>;
  /** Retargets it or changes its words. */
  editPullRequest(
    pull: PullName,
    fields: { by: string; base?: string; title?: string; body?: string },
  ): Promise<void>;
  closePullRequest(pull: PullName, by: string): Promise<void>;
  reopenPullRequest(pull: PullName, by: string): Promise<void>;
  convertToDraft(pull: PullName, by: string): Promise<void>;
  readyForReview(pull: PullName, by: string): Promise<void>;
  /** The id of the review. */
  submitReview(fields: NewReview): Promise<number>;
  editReview(fields: { pull: PullName; review: number; body: string }): Promise<void>;
  dismissReview(fields: { pull: PullName; review: number; by: string }): Promise<void>;
  requestReview(fields: {
    pull: PullName;
    by: string;
    user?: string;
    team?: string;
  }): Promise<void>;
  /** The id of the comment. */
  comment(fields: { pull: PullName; user: string; body: string }): Promise<number>;
  /** Anyone who can write may edit the comment of somebody else. */
  editComment(fields: { pull: PullName; comment: number; by: string; body: string }): Promise<void>;
  deleteComment(fields: { pull: PullName; comment: number; by: string }): Promise<void>;
}

/** The acts on one world. */
export function pullRequestActs(world: World): PullRequestActs {
  const { state } = world;
  const draft = async (name: PullName, by: string, to: boolean): Promise<void> => {
    const pull = pullOf(state, name);
    if (pull.draft === to)
      throw new Error(`the pull request is ${to ? "" : "not "}a draft already`);
    pull.draft = to;
    touch(world, pull);
    const action = to ? "converted_to_draft" : "ready_for_review";
    await world.send(pullRequestEvent(world, action, pull, accountOf(state, by)));
  };
  return {
    openPullRequest: async (fields) => {
      const pull = open(world, fields);
      await world.send(pullRequestEvent(world, "opened", pull, pull.author));
      return { repository: fullName(pull.repository), number: pull.number };
    },
    editPullRequest: async (name, fields) => {
      const pull = pullOf(state, name);
      const from = { ref: pull.base.ref, sha: pull.base.sha, title: pull.title, body: pull.body };
      pull.title = fields.title ?? pull.title;
      pull.body = fields.body ?? pull.body;
      if (fields.base !== undefined) {
        pull.base.sha = tipOf(pull.repository, fields.base);
        pull.base.ref = fields.base;
      }
      const changes: Json = {
        ...(fields.title === undefined ? {} : { title: { from: from.title } }),
        ...(fields.body === undefined ? {} : { body: { from: from.body ?? "" } }),
        ...(fields.base === undefined
          ? {}
          : { base: { ref: { from: from.ref }, sha: { from: from.sha } } }),
      };
      touch(world, pull);
      await world.send(
        pullRequestEvent(world, "edited", pull, accountOf(state, fields.by), { changes }),
      );
    },
    closePullRequest: (name, by) =>
      world.send(close(world, pullOf(state, name), accountOf(state, by))),
    reopenPullRequest: async (name, by) => {
      const pull = pullOf(state, name);
      if (pull.merged) throw new Error("a merged pull request cannot be reopened");
      pull.state = "open";
      pull.closedAt = null;
      pull.base.sha = tipOf(pull.repository, pull.base.ref);
      touch(world, pull);
      await world.send(pullRequestEvent(world, "reopened", pull, accountOf(state, by)));
    },
    convertToDraft: (name, by) => draft(name, by, true),
    readyForReview: (name, by) => draft(name, by, false),
    submitReview: async (fields) => {
      const pull = pullOf(state, fields.pull);
      const user = accountOf(state, fields.user);
      if (!atLeast(permissionOf(state, pull.repository, user), "read")) {
        throw new Error(`${user.login} cannot see the pull request`);
      }
      const review = addReview(world, pull, user, {
        state: fields.state,
        body: fields.body ?? "",
        commitId: fields.commitId ?? pull.head.sha,
      });
      await world.send(reviewEvent(world, "submitted", pull, review, user));
      return review.id;
    },
    editReview: async (fields) => {
      const pull = pullOf(state, fields.pull);
      const review = reviewIn(pull, fields.review);
      review.body = fields.body;
      await world.send(reviewEvent(world, "edited", pull, review, review.user));
    },
    dismissReview: async (fields) => {
      const pull = pullOf(state, fields.pull);
      const review = reviewIn(pull, fields.review);
      dismiss(world, pull, review);
      await world.send(reviewEvent(world, "dismissed", pull, review, accountOf(state, fields.by)));
    },
    requestReview: async (fields) => {
      const pull = pullOf(state, fields.pull);
      const users = fields.user === undefined ? [] : [accountOf(state, fields.user)];
      const teams = fields.team === undefined ? [] : [teamOf(state, fields.team)];
      requestReviews(pull, users, teams);
      const by = accountOf(state, fields.by);
      const named = [
        ...users.map((user) => requestedReviewer(world, user)),
        ...teams.map((team) => ({ requested_team: teamJson(world, team) })),
      ];
      await tell(
        world,
        named.map((more) => pullRequestEvent(world, "review_requested", pull, by, more)),
      );
    },
    comment: async (fields) => {
      const { repository, number } = pullOf(state, fields.pull);
      const user = accountOf(state, fields.user);
      const comment = addComment(world, repository, number, { user, app: null }, fields.body);
      await world.send(commentEvent(world, "created", repository, comment, user));
      return comment.id;
    },
    editComment: async (fields) => {
      const { repository } = pullOf(state, fields.pull);
      const comment = repository.comments.get(fields.comment);
      if (comment === undefined) throw new Error(`no comment ${fields.comment}`);
      editComment(world, comment, fields.body);
      const by = accountOf(state, fields.by);
      await world.send(commentEvent(world, "edited", repository, comment, by));
    },
    deleteComment: async (fields) => {
      const { repository } = pullOf(state, fields.pull);
      const comment = repository.comments.get(fields.comment);
      if (comment === undefined) throw new Error(`no comment ${fields.comment}`);
      repository.comments.delete(fields.comment);
      const by = accountOf(state, fields.by);
      await world.send(commentEvent(world, "deleted", repository, comment, by));
    },
  };
}

function open(world: World, fields: NewPullRequest): PullRequest {
  const { state } = world;
  const repository = repositoryOf(state, fields.repository);
  const author = accountOf(state, fields.author);
  const source = headRepository(world, repository, fields);
  const ref = fields.head.slice(fields.head.indexOf(":") + 1);
  const base = fields.base ?? repository.defaultBranch;
  const numbers = [...repository.pulls.keys(), ...repository.issues.keys()];
  const at = now(world);
  const pull: PullRequest = {
    id: nextId(state),
    number: Math.max(0, ...numbers) + 1,
    repository,
    author,
    title: fields.title ?? `Change ${ref}`,
    body: fields.body ?? null,
    head: { repository: source, ref, sha: tipOf(source, ref), owner: source.owner },
    base: { ref: base, sha: tipOf(repository, base) },
    state: "open",
    draft: fields.draft ?? false,
    merged: false,
    mergedAt: null,
    mergedBy: null,
    mergeCommitSha: null,
    closedAt: null,
    requestedReviewers: [],
    requestedTeams: [],
    reviews: [],
    stack: fields.stack ?? null,
    testMerge: { tips: "", readsLeft: 0, mergeable: null },
    createdAt: at,
    updatedAt: at,
  };
  repository.pulls.set(pull.number, pull);
  repository.refs.set(`refs/pull/${pull.number}/head`, pull.head.sha);
  return pull;
}

function headRepository(world: World, repository: Repository, fields: NewPullRequest): Repository {
  const colon = fields.head.indexOf(":");
  const owner = colon >= 0 ? fields.head.slice(0, colon) : fields.fromFork ? fields.author : null;
  return owner === null ? repository : repositoryOf(world.state, `${owner}/${repository.name}`);
}

function reviewIn(pull: PullRequest, id: number): Review {
  const review = pull.reviews.find((one) => one.id === id);
  if (review === undefined) throw new Error(`no review ${id}`);
  return review;
}

function touch(world: World, pull: PullRequest): void {
  pull.updatedAt = now(world);
}
