import { addComment, editComment } from "../comments.ts";
import { commentEvent } from "../events/comment-event.ts";
import { commentJson } from "../json/comment-json.ts";
import { pageAnswer } from "../pagination.ts";
import { notFound, Refusal } from "../refusal.ts";
import { integer, type Needs, type RepositoryCall, type Route, required } from "../route.ts";
import type { Comment } from "../state.ts";
import { pullIn } from "./pull-routes.ts";

const READ: Needs = [
  ["issues", "read"],
  ["pull_requests", "read"],
];
const WRITE: Needs = [
  ["issues", "write"],
  ["pull_requests", "write"],
];
const OF_PULL = "/repos/{owner}/{repo}/issues/{issue_number}/comments";
const ONE = "/repos/{owner}/{repo}/issues/comments/{comment_id}";

/** Comments on pull requests. */
export const commentRoutes: readonly Route[] = [
  {
    kind: "repository",
    method: "GET",
    path: OF_PULL,
    needs: READ,
    handle: (call) => {
      const { number } = pullIn(call, "issue_number");
      const since = call.query.get("since");
      const found = [...call.repository.comments.values()].filter(
        (comment) => comment.pull === number && (since === null || comment.updatedAt >= since),
      );
      return pageAnswer(call, found, (comment) =>
        commentJson(call.world, call.repository, comment),
      );
    },
  },
  {
    kind: "repository",
    method: "POST",
    path: OF_PULL,
    needs: WRITE,
    handle: (call) => {
      const { world, repository } = call;
      const { number } = pullIn(call, "issue_number");
      const writer = { user: world.app.bot, app: world.app };
      const comment = addComment(world, repository, number, writer, bodyOf(call));
      void world.send(commentEvent(world, "created", repository, comment, world.app.bot));
      return { status: 201, body: commentJson(world, repository, comment) };
    },
  },
  {
    kind: "repository",
    method: "GET",
    path: ONE,
    needs: READ,
    handle: (call) => ({
      status: 200,
      body: commentJson(call.world, call.repository, commentIn(call)),
    }),
  },
  {
    kind: "repository",
    method: "PATCH",
    path: ONE,
    needs: WRITE,
    handle: (call) => {
      const { world, repository } = call;
      const comment = ownCommentIn(call);
      editComment(world, comment, bodyOf(call));
      void world.send(commentEvent(world, "edited", repository, comment, world.app.bot));
      return { status: 200, body: commentJson(world, repository, comment) };
    },
  },
  {
    kind: "repository",
    method: "DELETE",
    path: ONE,
    needs: WRITE,
    handle: (call) => {
      const { world, repository } = call;
      const comment = ownCommentIn(call);
      repository.comments.delete(comment.id);
      void world.send(commentEvent(world, "deleted", repository, comment, world.app.bot));
      return { status: 204 };
    },
  },
];

function commentIn(call: RepositoryCall): Comment {
  return required(call.repository.comments.get(integer(call, "comment_id")), notFound);
}

/** GitHub lets an app edit and delete what others wrote; an app that does is up to no good, so this stand-in refuses. */
function ownCommentIn(call: RepositoryCall): Comment {
  const comment = commentIn(call);
  if (comment.app !== null && comment.app.id === call.installation.app.id) return comment;
  throw new Refusal(403, "Unable to change a comment that somebody else wrote");
}

function bodyOf(call: RepositoryCall): string {
  return (call.body as { body: string }).body;
}
