import { findAccount } from "../accounts.ts";
import { accountJson, organizationJson } from "../json/account-json.ts";
import { fullTeamJson } from "../json/team-json.ts";
import { pageAnswer } from "../pagination.ts";
import { notAccessible, notFound } from "../refusal.ts";
import {
  type Answer,
  type InstallationCall,
  integer,
  type Needs,
  parameter,
  type Route,
  required,
} from "../route.ts";
import type { Organization, Team } from "../state.ts";
import { activeMembers, findOrganization, findTeam, membershipIn } from "../teams.ts";
import { apiUrl } from "../world.ts";

const READ: Needs = [["members", "read"]];

/** Teams, by slug and by id, and memberships. */
export const teamRoutes: readonly Route[] = [
  ...teamRoutesAt("/orgs/{org}/teams/{team_slug}", (call) => {
    const organization = organizationIn(call);
    return findTeam(call.world.state, organization, parameter(call, "team_slug"));
  }),
  ...teamRoutesAt("/organizations/{org_id}/team/{team_id}", (call) => {
    const organization = call.world.state.organizations.get(integer(call, "org_id"));
    const team = call.world.state.teams.get(integer(call, "team_id"));
    return ownedBy(call, organization) && team?.organization === organization ? team : undefined;
  }),
  {
    kind: "installation",
    method: "GET",
    path: "/orgs/{org}/memberships/{username}",
    needs: READ,
    handle: (call) => {
      const { world } = call;
      const organization = organizationIn(call);
      const user = required(findAccount(world.state, parameter(call, "username")), notFound);
      const member = required(organization.members.get(user.id), notFound);
      const url = apiUrl(world, `/orgs/${organization.account.login}`);
      return {
        status: 200,
        body: {
          url: `${url}/memberships/${user.login}`,
          state: member.state,
          role: member.role,
          organization_url: url,
          organization: organizationJson(world, organization),
          user: accountJson(world, user),
        },
      };
    },
  },
];

function teamRoutesAt(
  path: string,
  find: (call: InstallationCall) => Team | undefined,
): readonly Route[] {
  const teamIn = (call: InstallationCall): Team => {
    const team = find(call);
    return required(team?.visible ? team : undefined, notFound);
  };
  return [
    {
      kind: "installation",
      method: "GET",
      path,
      needs: READ,
      handle: (call) => ({ status: 200, body: fullTeamJson(call.world, teamIn(call)) }),
    },
    {
      kind: "installation",
      method: "GET",
      path: `${path}/members`,
      needs: READ,
      handle: (call) => {
        const role = call.query.get("role") ?? "all";
        const members = activeMembers(call.world.state, teamIn(call)).filter(
          (member) => role === "all" || member.role === role,
        );
        return pageAnswer(call, members, ({ user }) => accountJson(call.world, user));
      },
    },
    {
      kind: "installation",
      method: "GET",
      path: `${path}/memberships/{username}`,
      needs: READ,
      handle: (call) => membership(call, teamIn(call)),
    },
  ];
}

function membership(call: InstallationCall, team: Team): Answer {
  const { world } = call;
  const user = required(findAccount(world.state, parameter(call, "username")), notFound);
  const { role, state } = required(membershipIn(world.state, team, user), notFound);
  const path = `/organizations/${team.organization.account.id}/team/${team.id}/memberships/${user.login}`;
  return { status: 200, body: { url: apiUrl(world, path), role, state } };
}

/** The organization of the path, which must be the one that the app is installed on. */
function organizationIn(call: InstallationCall): Organization {
  const organization = required(
    findOrganization(call.world.state, parameter(call, "org")),
    notFound,
  );
  if (!ownedBy(call, organization)) throw notAccessible();
  return organization;
}

function ownedBy(call: InstallationCall, organization: Organization | undefined): boolean {
  return organization?.account.id === call.installation.account.id;
}
