import type { Organization, Team } from "../state.ts";
import { activeMembers } from "../teams.ts";
import { apiUrl, type Json, nodeId, type World, webUrl } from "../world.ts";
import { organizationJson } from "./account-json.ts";

/** A team as `team`, its parent as `team-simple` within. */
export function teamJson(world: World, team: Team): Json {
  const simple = simpleTeamJson(world, team);
  return {
    ...simple,
    permissions: { pull: true, triage: false, push: false, maintain: false, admin: false },
    parent: team.parent === null ? null : simpleTeamJson(world, team.parent),
  };
}

/** A team as `team-full`. */
export function fullTeamJson(world: World, team: Team): Json {
  const { state } = world;
  const repositories = [...state.repositories.values()].filter(({ teams }) => teams.has(team.id));
  return {
    ...teamJson(world, team),
    members_count: activeMembers(state, team).length,
    repos_count: repositories.length,
    created_at: team.createdAt,
    updated_at: team.createdAt,
    organization: teamOrganizationJson(world, team.organization),
  };
}

function simpleTeamJson(world: World, team: Team): Json {
  const { account } = team.organization;
  const url = apiUrl(world, `/organizations/${account.id}/team/${team.id}`);
  return {
    id: team.id,
    node_id: nodeId("Team", team.id),
    name: team.name,
    slug: team.slug,
    description: null,
    privacy: team.secret ? "secret" : "closed",
    notification_setting: "notifications_enabled",
    permission: "pull",
    url,
    html_url: webUrl(world, `/orgs/${account.login}/teams/${team.slug}`),
    members_url: `${url}/members{/member}`,
    repositories_url: `${url}/repos`,
    type: "organization",
    organization_id: account.id,
  };
}

function teamOrganizationJson(world: World, organization: Organization): Json {
  return {
    ...organizationJson(world, organization),
    html_url: webUrl(world, `/${organization.account.login}`),
    type: "Organization",
    has_organization_projects: true,
    has_repository_projects: true,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: organization.account.createdAt,
    updated_at: organization.account.createdAt,
    archived_at: null,
  };
}
