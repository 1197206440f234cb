import { commentJson, reactionsJson } from "../json/comment-json.ts";
import { pullJson } from "../json/pull-json.ts";
import { fullName } from "../json/repository-json.ts";
import type { Account, Comment, PullRequest, Repository } from "../state.ts";
import { apiUrl, type Json, type WebhookEvent, type World } from "../world.ts";
import { repositoryEvent } from "./repository-event.ts";

/** An `issue_comment` webhook. Our app does not subscribe to it unless a test says so. */
export function commentEvent(
  world: World,
  action: "created" | "edited" | "deleted",
  repository: Repository,
  comment: Comment,
  sender: Account,
): WebhookEvent {
  const pull = repository.pulls.get(comment.pull);
  if (pull === undefined) throw new Error(`no pull request ${comment.pull}`);
  return repositoryEvent(world, "issue_comment", action, repository, sender, {
    issue: issueJson(world, repository, pull),
    comment: commentJson(world, repository, comment),
    ...(action === "edited" ? { changes: {} } : {}),
  });
}

/** A pull request as the issue that it also is. */
function issueJson(world: World, repository: Repository, pull: PullRequest): Json {
  const shown = pullJson(world, pull);
  const { url: pullUrl, html_url } = shown;
  const api = apiUrl(world, `/repos/${fullName(repository)}`);
  const url = `${api}/issues/${pull.number}`;
  const comments = [...repository.comments.values()].filter((one) => one.pull === pull.number);
  return {
    ...shown,
    url,
    repository_url: api,
    labels_url: `${url}/labels{/name}`,
    events_url: `${url}/events`,
    comments: comments.length,
    reactions: reactionsJson(url),
    pull_request: { url: pullUrl, html_url },
  };
}
