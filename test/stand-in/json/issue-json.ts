import type { Issue, Repository } from "../state.ts";
import { apiUrl, type Json, nodeId, type World, webUrl } from "../world.ts";
import { accountOrNullJson, appJson } from "./account-json.ts";
import { fullName } from "./repository-json.ts";

/** An issue, as far as an app may rely on it. */
export function issueJson(world: World, repository: Repository, issue: Issue): Json {
  const path = `/${fullName(repository)}/issues/${issue.number}`;
  return {
    id: issue.id,
    node_id: nodeId("Issue", issue.id),
    url: apiUrl(world, `/repos${path}`),
    html_url: webUrl(world, path),
    number: issue.number,
    state: issue.state,
    state_reason: issue.stateReason,
    title: issue.title,
    body: issue.body,
    user: accountOrNullJson(world, issue.user),
    performed_via_github_app: issue.app === null ? null : appJson(world, issue.app),
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
  };
}
