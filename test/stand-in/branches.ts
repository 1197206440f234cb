import { patchIdentity } from "./changed-files.ts";
import { suiteFor } from "./check-runs.ts";
import { checkSuiteEvent } from "./events/check-event.ts";
import { pullRequestEvent } from "./events/pull-request-event.ts";
import { pushEvent } from "./events/push-event.ts";
import { commitOf } from "./git-objects.ts";
import { isAncestor } from "./history.ts";
import { filesBetween, openPullsInto } from "./pull-requests.ts";
import { NO_SHA } from "./repositories.ts";
import { repointApprovals } from "./reviews.ts";
import type { Account, PullRequest, Repository } from "./state.ts";
import { now, type WebhookEvent, type World } from "./world.ts";

/**
 * Moves a branch (`null` deletes it) and everything that hangs on it: pull requests from it get the new head, approvals
 * follow a patch-identical force-push, pull requests into it whose head it now holds are merged. Returns the webhooks
 * that GitHub sends for all that, in the order in which it usually does.
 */
export function moveBranch(
  world: World,
  repository: Repository,
  pusher: Account,
  branch: string,
  after: string | null,
): WebhookEvent[] {
  const ref = `refs/heads/${branch}`;
  const before = repository.refs.get(ref) ?? NO_SHA;
  if (after === null) repository.refs.delete(ref);
  else repository.refs.set(ref, after);
  repository.pushedAt = now(world);
  const events = [pushEvent(world, repository, pusher, { ref, before, after: after ?? NO_SHA })];
  for (const pull of pullsFrom(world, repository, branch)) {
    events.push(
      after === null ? close(world, pull, pusher) : synchronize(world, pull, pusher, after),
    );
  }
  const into = openPullsInto(repository, branch);
  if (after === null) return [...events, ...into.map((pull) => close(world, pull, pusher))];
  // The app's suite is made by the push itself, unless the commit says that it wants none.
  if (!/^skip-checks: *true$/im.test(commitOf(repository.objects, after).message)) {
    const suite = suiteFor(world, repository, world.app, after);
    events.push(checkSuiteEvent(world, "requested", repository, suite, pusher));
  }
  const holds = (tip: string, pull: PullRequest): boolean =>
    tip !== NO_SHA && isAncestor(repository.objects, pull.head.sha, tip);
  for (const pull of into) {
    if (holds(after, pull) && !holds(before, pull)) {
      events.push(markMerged(world, pull, pusher, after));
    }
  }
  return events;
}

/** Closes a pull request without merging it. */
export function close(world: World, pull: PullRequest, by: Account): WebhookEvent {
  pull.state = "closed";
  pull.closedAt = now(world);
  pull.updatedAt = pull.closedAt;
  return pullRequestEvent(world, "closed", pull, by);
}

/** Records that a pull request's changes are on its base branch. */
export function markMerged(
  world: World,
  pull: PullRequest,
  by: Account,
  mergeCommitSha: string,
): WebhookEvent {
  pull.merged = true;
  pull.mergedAt = now(world);
  pull.mergedBy = by;
  pull.mergeCommitSha = mergeCommitSha;
  return close(world, pull, by);
}

function synchronize(
  world: World,
  pull: PullRequest,
  pusher: Account,
  after: string,
): WebhookEvent {
  const { repository } = pull;
  const before = pull.head.sha;
  const forced = !isAncestor(repository.objects, before, after);
  const tip = repository.refs.get(`refs/heads/${pull.base.ref}`) ?? pull.base.sha;
  const patch = (base: string, head: string): string =>
    patchIdentity(filesBetween(repository, base, head));
  if (forced && patch(pull.base.sha, before) === patch(tip, after)) {
    repointApprovals(pull, before, after);
  }
  pull.head.sha = after;
  pull.base.sha = tip;
  pull.updatedAt = now(world);
  repository.refs.set(`refs/pull/${pull.number}/head`, after);
  return pullRequestEvent(world, "synchronize", pull, pusher, { before, after });
}

/** Open pull requests whose head is this branch, in whatever repository they are open. */
function pullsFrom(world: World, repository: Repository, branch: string): PullRequest[] {
  return [...world.state.repositories.values()]
    .flatMap(({ pulls }) => [...pulls.values()])
    .filter(
      ({ state, head }) =>
        state === "open" && head.repository === repository && head.ref === branch,
    );
}
