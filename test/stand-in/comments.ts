import { Refusal } from "./refusal.ts";
import type { Account, App, Comment, Repository } from "./state.ts";
import { nextId, now, type World } from "./world.ts";

/** Characters that the body of a comment may have. */
const COMMENT_CHARACTERS = 65_536;

/** Adds a comment to a pull request; 422 when it is too long. */
export function addComment(
  world: World,
  repository: Repository,
  pull: number,
  writer: { user: Account; app: App | null },
  body: string,
): Comment {
  checkBody(body);
  const at = now(world);
  const comment: Comment = {
    id: nextId(world.state),
    pull,
    ...writer,
    body,
    createdAt: at,
    updatedAt: at,
  };
  repository.comments.set(comment.id, comment);
  return comment;
}

/** Replaces the body of a comment; 422 when it is too long. */
export function editComment(world: World, comment: Comment, body: string): void {
  checkBody(body);
  comment.body = body;
  comment.updatedAt = now(world);
}

function checkBody(body: string): void {
  if (body.trim() === "") {
    throw new Refusal(422, "Validation Failed", [
      {
        resource: "IssueComment",
        field: "body",
        code: "missing_field",
        message: "Body cannot be blank",
      },
    ]);
  }
  if ([...body].length > COMMENT_CHARACTERS) {
    throw new Refusal(422, "Validation Failed", [
      {
        resource: "IssueComment",
        field: "body",
        code: "unprocessable",
        message: `Body is too long (maximum is ${COMMENT_CHARACTERS} characters)`,
      },
    ]);
  }
}
