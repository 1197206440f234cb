import { commentMarker } from "../../report/review/comment.ts";
import { statusOf } from "../client.ts";
import { sentOnce } from "./fence.ts";
import type { Publisher } from "./publisher.ts";

/**
 * Writes the one comment of a pull request and returns its id. The id that is known is updated in place; where it is
 * unknown or gone, unless it is the first, our own comment is looked for among all comments by the app that wrote it, and only then a new one
 * is created. Text alone never makes a comment ours: anybody can write the marker.
 */
export async function publishComment(
  publisher: Publisher,
  {
    pullNumber,
    knownId,
    isFirst,
    body,
  }: {
    readonly pullNumber: number;
    readonly knownId: number | undefined;
    /** True when it is known that none was ever written. */
    readonly isFirst: boolean;
    readonly body: string;
  },
): Promise<number> {
  if (knownId !== undefined && (await updated(publisher, knownId, body))) return knownId;
  const found = isFirst ? undefined : await findOwnComment(publisher, pullNumber);
  if (found !== undefined && found !== knownId && (await updated(publisher, found, body)))
    return found;
  const { github, repository, fence } = publisher;
  const { data } = await github.rest.issues.createComment({
    owner: repository.owner,
    repo: repository.repo,
    issue_number: pullNumber,
    body,
    ...sentOnce(fence),
  });
  return data.id;
}

/** False when the comment is gone. */
async function updated(
  { github, repository, fence }: Publisher,
  commentId: number,
  body: string,
): Promise<boolean> {
  try {
    await github.rest.issues.updateComment({
      owner: repository.owner,
      repo: repository.repo,
      comment_id: commentId,
      body,
      ...fence,
    });
    return true;
  } catch (error) {
    if (statusOf(error) === 404) return false;
    throw error;
  }
}

async function findOwnComment(
  { github, repository, appId }: Publisher,
  pullNumber: number,
): Promise<number | undefined> {
  const comments = await github.paginate(github.rest.issues.listComments, {
    owner: repository.owner,
    repo: repository.repo,
    issue_number: pullNumber,
    per_page: 100,
  });
  return comments.find(
    ({ performed_via_github_app: app, body }) =>
      app?.id === appId && body?.startsWith(commentMarker) === true,
  )?.id;
}
