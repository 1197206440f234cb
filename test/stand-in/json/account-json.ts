import type { Account, App, Organization } from "../state.ts";
import { apiUrl, type Json, nodeId, type World, webUrl } from "../world.ts";

const SIMPLE_USER_PATHS: Readonly<Record<string, string>> = {
  followers_url: "/followers",
  following_url: "/following{/other_user}",
  gists_url: "/gists{/gist_id}",
  starred_url: "/starred{/owner}{/repo}",
  subscriptions_url: "/subscriptions",
  organizations_url: "/orgs",
  repos_url: "/repos",
  events_url: "/events{/privacy}",
  received_events_url: "/received_events",
};

/** An account as `simple-user`. */
export function accountJson(world: World, account: Account): Json {
  const url = apiUrl(world, `/users/${encodeURIComponent(account.login)}`);
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId("User", account.id),
    avatar_url: webUrl(world, `/avatars/u/${account.id}`),
    gravatar_id: "",
    url,
    html_url: webUrl(world, `/${encodeURIComponent(account.login)}`),
    ...Object.fromEntries(
      Object.entries(SIMPLE_USER_PATHS).map(([name, path]) => [name, `${url}${path}`]),
    ),
    type: account.type,
    user_view_type: "public",
    site_admin: false,
  };
}

/** The same, or `null` for an account that was deleted or never was. */
export function accountOrNullJson(world: World, account: Account | null): Json | null {
  return account === null || account.deleted ? null : accountJson(world, account);
}

/** An organization as `organization-simple`. */
export function organizationJson(world: World, organization: Organization): Json {
  const { account } = organization;
  const url = apiUrl(world, `/orgs/${account.login}`);
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId("Organization", account.id),
    url,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: webUrl(world, `/avatars/u/${account.id}`),
    description: null,
  };
}

/** An app as `integration`. */
export function appJson(world: World, app: App): Json {
  return {
    id: app.id,
    slug: app.slug,
    node_id: nodeId("App", app.id),
    client_id: `Iv1.${app.id}`,
    owner: accountJson(world, app.owner),
    name: app.name,
    description: null,
    external_url: webUrl(world, `/${app.slug}`),
    html_url: webUrl(world, `/apps/${app.slug}`),
    created_at: app.createdAt,
    updated_at: app.createdAt,
    permissions: app.permissions,
    events: app.events,
  };
}
