import { type OwnerName, ownerKey } from "../../review/owner.ts";
import { identityOf, type OwnerResolution } from "../../review/owner-resolution.ts";
import type { Person } from "../../review/person.ts";
import type { ConfiguredPlace } from "../../storage/people/owner-identity.ts";
import type { Store } from "../../storage/store.ts";
import type { GitHubClient, Repository } from "../client.ts";
import { readOwnerAccount } from "../read/owner-account.ts";
import {
  isActiveMember,
  type NamedTeam,
  readTeam,
  readTeamMembers,
  type TeamName,
} from "../read/teams.ts";
import { NotYet } from "./not-yet.ts";
import type { OwnerLookUp } from "./people.ts";
import type { Speakers } from "./speakers.ts";

/** What owners are looked up with, and for. */
export interface OwnerQuestion {
  readonly github: GitHubClient;
  readonly repository: Repository;
  readonly installationId: number;
  readonly people: Store["people"];
  /** Whose configuration names them. */
  readonly place: ConfiguredPlace;
  /** The owners that this configuration names, by key: whom they stand for must not change. */
  readonly named: ReadonlySet<string>;
  /** False: whom a name stands for is compared with what is known, and nothing is remembered. */
  readonly remembers: boolean;
  readonly speakers: Speakers;
  /** How many people of an owner must be left who did not contribute, at most. */
  readonly needed: number;
  /** Who contributed, by id. */
  readonly contributed: ReadonlySet<number>;
  /** Owners of whom everybody must be named, by key. */
  readonly inFull: ReadonlySet<string>;
}

/**
 * Looks owners up as GitHub knows them now. One that does not exist, that the app cannot see, or whose name stands for
 * somebody else than at first, comes back as `unknown` with the reason. Every other failure throws, so that "nobody"
 * is never the answer to an error.
 */
export function ownerLookUp(question: OwnerQuestion): OwnerLookUp {
  return async (owner) => {
    if (owner.kind === "team") return await lookUpTeam(question, owner);
    if (owner.kind === "bot") return listedBot(owner);
    const found = await readOwnerAccount(question.github, question.repository, owner);
    if (found.kind !== "user") return found;
    return (await givenAway(question, found)) ?? found;
  };
}

/** An id never stands for another account, so that there is nothing to look up. */
function listedBot(owner: OwnerName & { readonly kind: "bot" }): OwnerResolution {
  return { kind: "user", owner, person: { id: owner.id, login: owner.text, kind: "bot" } };
}

async function lookUpTeam(question: OwnerQuestion, owner: TeamName): Promise<OwnerResolution> {
  const { github, people, installationId } = question;
  const team = await readTeam(github, owner, await people.epochOf(installationId));
  if (team === undefined) return await missingTeam(question, owner);
  if (team.slug.toLowerCase() !== owner.slug) {
    return { kind: "unknown", owner, because: `the team is now called \`${team.slug}\`` };
  }
  const found = { kind: "team", owner, id: team.id } as const;
  const other = await givenAway(question, { ...found, members: [] });
  return other ?? { ...found, ...(await membersOf(question, owner, team)) };
}

/**
 * The members, as far as they matter. GitHub is asked about each who said something, because a list shows invited people
 * in some places. Everybody is listed only where it could matter who else there is: when the team is so small that too few
 * could be left, and when somebody outside it approves, who may stand in for it.
 */
async function membersOf(
  question: OwnerQuestion,
  owner: TeamName,
  { size }: NamedTeam,
): Promise<{ readonly members: readonly Person[]; readonly size?: number }> {
  const { github, speakers, inFull } = question;
  const asked = [...speakers.approvers, ...speakers.others];
  const active: Person[] = [];
  for (const person of asked) {
    if (await isActiveMember(github, owner, person)) active.push(person);
  }
  await doubtWhoJustLeft(question, active);
  const isActive = new Set(active.map(({ id }) => id));
  const approvedFromOutside = speakers.approvers.some(({ id }) => !isActive.has(id));
  const mayStayUnnamed = !approvedFromOutside && !inFull.has(ownerKey(owner));
  if (mayStayUnnamed && isEnough(question, active, size)) return { members: active, size };
  const wasAsked = new Set(asked.map(({ id }) => id));
  const listed = await readTeamMembers(github, owner);
  return { members: [...listed.filter(({ id }) => !wasAsked.has(id)), ...active] };
}

/** True when a team has so many members that, whoever of them contributed, as many are left as can be needed. */
function isEnough(
  { needed, contributed }: OwnerQuestion,
  active: readonly Person[],
  size: number,
): boolean {
  const can = active.filter(({ id }) => !contributed.has(id)).length;
  const elsewhere = contributed.size - (active.length - can);
  return can + Math.max(0, size - active.length - elsewhere) >= needed;
}

/** Right after somebody left a team, GitHub may still call them a member of it. */
async function doubtWhoJustLeft(
  { people, installationId }: OwnerQuestion,
  active: readonly Person[],
): Promise<void> {
  const left = await people.justLeft(
    installationId,
    active.map(({ id }) => id),
  );
  if (left.size > 0) {
    throw new NotYet("somebody who left a team a moment ago is still shown as a member of one");
  }
}

/** Why nothing is known by the name of a team: what became of the team that it stood for, if that was told. */
async function missingTeam(
  { people, place, installationId }: OwnerQuestion,
  owner: TeamName,
): Promise<OwnerResolution> {
  const first = await people.identityOf(place, ownerKey(owner));
  const fate =
    first === undefined ? undefined : await fateWords(people, installationId, { owner, first });
  const because = fate ?? "the team does not exist or the app cannot see it";
  return { kind: "unknown", owner, because };
}

/** Says that a name stands for somebody else than when it was first looked up; undefined when it does not. */
async function givenAway(
  { people, place, named, remembers, installationId }: OwnerQuestion,
  found: OwnerResolution & { readonly kind: "team" | "user" },
): Promise<OwnerResolution | undefined> {
  const key = ownerKey(found.owner);
  if (!named.has(key)) return undefined;
  const identity = identityOf(found);
  const first = remembers
    ? await people.identify(place, key, identity)
    : await people.identityOf(place, key);
  if (first === undefined || first === identity) return undefined;
  const fate = await fateWords(people, installationId, { owner: found.owner, first });
  const then = `the name stood for ${identityWords(first)} at first`;
  const because = `${then}${fate === undefined ? "" : `, of which ${fate}`}, and leads to ${identityWords(identity)} now`;
  return { kind: "unknown", owner: found.owner, because };
}

/** `team:42` in words. */
function identityWords(identity: string): string {
  const [kind = "", id = ""] = identity.split(":");
  return `${kind === "team" ? "the team" : "the account"} with the id ${id}`;
}

/** What became of the team that a name stood for first; undefined when that says nothing about the name. */
async function fateWords(
  people: Store["people"],
  installationId: number,
  { owner, first }: { readonly owner: OwnerName; readonly first: string },
): Promise<string | undefined> {
  const [kind, id] = first.split(":");
  const fate = kind === "team" ? await people.fateOf(installationId, Number(id)) : undefined;
  if (fate?.kind === "deleted") return "the team was deleted";
  const name = fate === undefined ? undefined : `@${fate.name}`;
  return name === undefined || name === ownerKey(owner)
    ? undefined
    : `the team is now called \`${name}\``;
}
