import { accountOf, addAccount, type NewUser } from "../accounts.ts";
import { organizationEvent } from "../events/repository-event.ts";
import { accountJson } from "../json/account-json.ts";
import { fullTeamJson, teamJson } from "../json/team-json.ts";
import type { Account, MembershipState, Organization, Team } from "../state.ts";
import { findTeam, organizationOf, slugFor, teamOf } from "../teams.ts";
import { apiUrl, type Json, nextId, nodeId, now, type WebhookEvent, type World } from "../world.ts";
import { tell } from "./telling.ts";

interface NewTeam {
  readonly organization: string;
  readonly name: string;
  /** Slug of the team above. */
  readonly parent?: string;
  readonly secret?: boolean;
  /** Whether the app can see the team; a secret team is invisible unless this says otherwise. */
  readonly visible?: boolean;
  /** Logins that are members from the start. */
  readonly members?: readonly string[];
}

interface TeamMembership {
  /** `acme/finance`. */
  readonly team: string;
  readonly user: string;
  readonly role?: "member" | "maintainer";
  /** `pending`: invited, and not yet a member. */
  readonly state?: MembershipState;
}

/** What people do with accounts, organizations and teams. Teams are named `acme/finance`. */
export interface PeopleActs {
  createUser(fields: NewUser): Account;
  suspendUser(login: string): void;
  unsuspendUser(login: string): void;
  /** The account is gone: it shows as `null` where it acted, and is a member of nothing. */
  deleteUser(login: string): void;
  renameUser(login: string, to: string): void;
  addOrganizationMember(fields: {
    organization: string;
    user: string;
    role?: "admin" | "member";
    state?: MembershipState;
  }): Promise<void>;
  /** Leaves all the organization's teams too. */
  removeOrganizationMember(fields: { organization: string; user: string }): Promise<void>;
  createTeam(fields: NewTeam): Promise<Team>;
  /** Changes the slug with the name; the id stays. */
  renameTeam(team: string, name: string): Promise<void>;
  deleteTeam(team: string): Promise<void>;
  /** Makes the user a member of the organization too, unless they are. */
  addMember(fields: TeamMembership): Promise<void>;
  removeMember(fields: { team: string; user: string }): Promise<void>;
}

/** The acts on one world. */
export function peopleActs(world: World): PeopleActs {
  const { state } = world;
  return {
    createUser: (fields) => {
      const account = addAccount(state, { ...fields, type: fields.type ?? "User" }, now(world));
      if (fields.suspended) account.suspendedAt = now(world);
      return account;
    },
    suspendUser: (login) => {
      accountOf(state, login).suspendedAt = now(world);
    },
    unsuspendUser: (login) => {
      accountOf(state, login).suspendedAt = null;
    },
    deleteUser: (login) => {
      const user = accountOf(state, login);
      user.deleted = true;
      for (const { members } of state.organizations.values()) members.delete(user.id);
      for (const { members } of state.teams.values()) members.delete(user.id);
    },
    renameUser: (login, to) => {
      accountOf(state, login).login = to;
    },
    addOrganizationMember: async (fields) => {
      const organization = organizationOf(state, fields.organization);
      const user = accountOf(state, fields.user);
      const membership = { user, role: fields.role ?? "member", state: fields.state ?? "active" };
      organization.members.set(user.id, membership);
      const action = membership.state === "pending" ? "member_invited" : "member_added";
      await world.send(memberEvent(world, organization, action, user));
    },
    removeOrganizationMember: async (fields) => {
      const organization = organizationOf(state, fields.organization);
      const user = accountOf(state, fields.user);
      const teams = [...state.teams.values()].filter(
        (team) => team.organization === organization && team.members.delete(user.id),
      );
      organization.members.delete(user.id);
      await tell(world, [
        ...teams.map((team) => membershipEvent(world, "removed", team, user)),
        memberEvent(world, organization, "member_removed", user),
      ]);
    },
    createTeam: async (fields) => {
      const organization = organizationOf(state, fields.organization);
      const slug = slugFor(fields.name);
      if (findTeam(state, organization, slug)) throw new Error(`the team ${slug} exists already`);
      const team: Team = {
        id: nextId(state),
        organization,
        slug,
        name: fields.name,
        parent: fields.parent ? teamOf(state, `${fields.organization}/${fields.parent}`) : null,
        secret: fields.secret ?? false,
        visible: fields.visible ?? !fields.secret,
        members: new Map(),
        createdAt: now(world),
      };
      state.teams.set(team.id, team);
      for (const login of fields.members ?? []) join(world, team, { team: "", user: login });
      await world.send(teamEvent(world, "created", team));
      return team;
    },
    renameTeam: async (name, to) => {
      const team = teamOf(state, name);
      const from = { name: team.name, slug: team.slug };
      team.name = to;
      team.slug = slugFor(to);
      const changes = { name: { from: from.name }, slug: { from: from.slug } };
      await world.send(teamEvent(world, "edited", team, { changes }));
    },
    deleteTeam: async (name) => {
      const team = teamOf(state, name);
      const event = teamEvent(world, "deleted", team);
      state.teams.delete(team.id);
      for (const { teams } of state.repositories.values()) teams.delete(team.id);
      await world.send(event);
    },
    addMember: async (fields) => {
      const team = teamOf(state, fields.team);
      const user = join(world, team, fields);
      if (fields.state !== "pending") {
        await world.send(membershipEvent(world, "added", team, user));
      }
    },
    removeMember: async (fields) => {
      const team = teamOf(state, fields.team);
      const user = accountOf(state, fields.user);
      if (!team.members.delete(user.id)) throw new Error(`${user.login} is not in ${team.slug}`);
      await world.send(membershipEvent(world, "removed", team, user));
    },
  };
}

/** The account that presses an organization's buttons: its first admin, else the organization. */
export function administratorOf(organization: Organization): Account {
  const admin = [...organization.members.values()].find(({ role }) => role === "admin");
  return admin?.user ?? organization.account;
}

function join(world: World, team: Team, fields: TeamMembership): Account {
  const user = accountOf(world.state, fields.user);
  const state = fields.state ?? "active";
  const { members } = team.organization;
  if (!members.has(user.id)) members.set(user.id, { user, role: "member", state });
  team.members.set(user.id, { user, role: fields.role ?? "member", state });
  return user;
}

function memberEvent(
  world: World,
  organization: Organization,
  action: "member_added" | "member_removed" | "member_invited",
  user: Account,
): WebhookEvent {
  const url = apiUrl(world, `/orgs/${organization.account.login}`);
  const membership = organization.members.get(user.id);
  const role = membership?.role ?? "member";
  const shown = {
    url: `${url}/memberships/${user.login}`,
    state: membership?.state ?? "active",
    role,
    user: accountJson(world, user),
    organization_url: url,
  };
  const admin = administratorOf(organization);
  const more =
    action === "member_invited"
      ? { invitation: invitationJson(world, organization, user, role), user: shown.user }
      : { membership: shown };
  return organizationEvent(world, "organization", action, organization, admin, more);
}

function invitationJson(
  world: World,
  organization: Organization,
  user: Account,
  role: string,
): Json {
  return {
    id: user.id,
    node_id: nodeId("Invitation", user.id),
    login: user.login,
    email: null,
    role,
    created_at: now(world),
    failed_at: null,
    failed_reason: null,
    inviter: accountJson(world, administratorOf(organization)),
    team_count: 0,
    invitation_teams_url: apiUrl(world, `/organizations/${organization.account.id}/invitations`),
    invitation_source: "member",
  };
}

function membershipEvent(
  world: World,
  action: "added" | "removed",
  team: Team,
  user: Account,
): WebhookEvent {
  return organizationEvent(
    world,
    "membership",
    action,
    team.organization,
    administratorOf(team.organization),
    { scope: "team", member: accountJson(world, user), team: teamJson(world, team) },
  );
}

function teamEvent(
  world: World,
  action: "created" | "edited" | "deleted",
  team: Team,
  more: Json = {},
): WebhookEvent {
  return organizationEvent(
    world,
    "team",
    action,
    team.organization,
    administratorOf(team.organization),
    { team: fullTeamJson(world, team), ...more },
  );
}
