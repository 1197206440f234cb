import type { OwnerName } from "./owner.ts";
import type { Person } from "./person.ts";

/** What GitHub says about an owner's name at this moment. */
export type OwnerResolution =
  | {
      readonly kind: "team";
      readonly owner: OwnerName;
      readonly id: number;
      /** Active members, those of child teams included; pending and suspended ones are not here. */
      readonly members: readonly Person[];
      /**
       * How many active members there are; absent: as many as `members` names. More than that when the team is so large
       * that nothing depends on who the others are: then `members` names those who said something on this pull request.
       */
      readonly size?: number;
    }
  | { readonly kind: "user"; readonly owner: OwnerName; readonly person: Person }
  | {
      readonly kind: "unknown";
      readonly owner: OwnerName;
      /** Why nobody can be asked, one line: "the team does not exist or the app cannot see it". */
      readonly because: string;
    };

/** Everybody who can approve for an owner. */
export function peopleOf(resolution: OwnerResolution): readonly Person[] {
  switch (resolution.kind) {
    case "team":
      return resolution.members;
    case "user":
      return [resolution.person];
    case "unknown":
      return [];
  }
}

/** How many people can approve for an owner. */
export function sizeOf(resolution: OwnerResolution): number {
  const named = peopleOf(resolution).length;
  return resolution.kind === "team" ? Math.max(named, resolution.size ?? 0) : named;
}

/** The owner's identity in a digest: a team that is renamed keeps it, a new team under an old name does not get it. */
export function identityOf(resolution: OwnerResolution): string {
  switch (resolution.kind) {
    case "team":
      return `team:${resolution.id}`;
    case "user":
      return `user:${resolution.person.id}`;
    case "unknown":
      return `unknown:${resolution.owner.text.toLowerCase()}`;
  }
}
