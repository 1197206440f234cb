import type { Comment, Repository } from "../state.ts";
import { apiUrl, type Json, nodeId, type World, webUrl } from "../world.ts";
import { accountOrNullJson, appJson } from "./account-json.ts";
import { association } from "./pull-json.ts";
import { fullName } from "./repository-json.ts";

const REACTIONS = ["+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes"];

/** A comment as `issue-comment`. */
export function commentJson(world: World, repository: Repository, comment: Comment): Json {
  const api = apiUrl(world, `/repos/${fullName(repository)}/issues`);
  const html = webUrl(world, `/${fullName(repository)}/pull/${comment.pull}`);
  return {
    id: comment.id,
    node_id: nodeId("IssueComment", comment.id),
    url: `${api}/comments/${comment.id}`,
    html_url: `${html}#issuecomment-${comment.id}`,
    issue_url: `${api}/${comment.pull}`,
    body: comment.body,
    user: accountOrNullJson(world, comment.user),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: association(world, repository, comment.user),
    performed_via_github_app: comment.app === null ? null : appJson(world, comment.app),
    reactions: reactionsJson(`${api}/comments/${comment.id}`),
  };
}

/** Nobody has reacted: that is `reaction-rollup` too. */
export function reactionsJson(of: string): Json {
  const none = Object.fromEntries(REACTIONS.map((reaction) => [reaction, 0]));
  return { url: `${of}/reactions`, total_count: 0, ...none };
}
