import type { Repository } from "../state.ts";
import { apiUrl, type Json, nodeId, type World, webUrl } from "../world.ts";
import { accountJson } from "./account-json.ts";

const API_PATHS: Readonly<Record<string, string>> = {
  archive_url: "/{archive_format}{/ref}",
  assignees_url: "/assignees{/user}",
  blobs_url: "/git/blobs{/sha}",
  branches_url: "/branches{/branch}",
  collaborators_url: "/collaborators{/collaborator}",
  comments_url: "/comments{/number}",
  commits_url: "/commits{/sha}",
  compare_url: "/compare/{base}...{head}",
  contents_url: "/contents/{+path}",
  contributors_url: "/contributors",
  deployments_url: "/deployments",
  downloads_url: "/downloads",
  events_url: "/events",
  forks_url: "/forks",
  git_commits_url: "/git/commits{/sha}",
  git_refs_url: "/git/refs{/sha}",
  git_tags_url: "/git/tags{/sha}",
  hooks_url: "/hooks",
  issue_comment_url: "/issues/comments{/number}",
  issue_events_url: "/issues/events{/number}",
  issues_url: "/issues{/number}",
  keys_url: "/keys{/key_id}",
  labels_url: "/labels{/name}",
  languages_url: "/languages",
  merges_url: "/merges",
  milestones_url: "/milestones{/number}",
  notifications_url: "/notifications{?since,all,participating}",
  pulls_url: "/pulls{/number}",
  releases_url: "/releases{/id}",
  stargazers_url: "/stargazers",
  statuses_url: "/statuses/{sha}",
  subscribers_url: "/subscribers",
  subscription_url: "/subscription",
  tags_url: "/tags",
  teams_url: "/teams",
  trees_url: "/git/trees{/sha}",
};

/** A repository with every field that any of GitHub's three sizes of repository has. */
export function repositoryJson(world: World, repository: Repository): Json {
  const name = fullName(repository);
  const url = apiUrl(world, `/repos/${name}`);
  const web = webUrl(world, `/${name}`);
  const open = [...repository.pulls.values()].filter(({ state }) => state === "open").length;
  return {
    id: repository.id,
    node_id: nodeId("Repository", repository.id),
    name: repository.name,
    full_name: name,
    owner: accountJson(world, repository.owner),
    private: repository.private,
    visibility: repository.private ? "private" : "public",
    html_url: web,
    description: null,
    fork: repository.parent !== null,
    url,
    ...Object.fromEntries(Object.entries(API_PATHS).map(([key, path]) => [key, `${url}${path}`])),
    clone_url: `${web}.git`,
    git_url: `git:${web.slice(web.indexOf("//"))}.git`,
    ssh_url: `git@127.0.0.1:${name}.git`,
    svn_url: web,
    mirror_url: null,
    homepage: null,
    language: null,
    license: null,
    forks: 0,
    forks_count: 0,
    stargazers_count: 0,
    watchers: 0,
    watchers_count: 0,
    subscribers_count: 0,
    network_count: 0,
    size: 1,
    default_branch: repository.defaultBranch,
    open_issues: open,
    open_issues_count: open,
    is_template: false,
    topics: [],
    has_issues: true,
    has_projects: true,
    has_wiki: true,
    has_pages: false,
    has_downloads: true,
    has_discussions: false,
    archived: repository.archived,
    disabled: false,
    allow_forking: true,
    web_commit_signoff_required: false,
    created_at: repository.createdAt,
    updated_at: repository.pushedAt,
    pushed_at: repository.pushedAt,
  };
}

/** `owner/name`, as it is now. */
export function fullName(repository: Repository): string {
  return `${repository.owner.login}/${repository.name}`;
}
