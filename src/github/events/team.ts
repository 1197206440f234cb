import type { EmitterWebhookEvent } from "@octokit/webhooks";
import type { PeopleSighting } from "../../storage/people/people-sighting.ts";
import type { Noted } from "./noted.ts";
import { type PeoplePayload, peopleSubject } from "./people-subject.ts";

/**
 * A team was made, renamed or deleted: names of owners may lead elsewhere, in the whole installation. What it is called
 * now is kept, because the old name leads nowhere.
 */
export function team({ payload }: EmitterWebhookEvent<"team">): Noted {
  const { action, installation, organization, team: changed } = payload;
  const subject = peopleSubject({ installation: installation ?? null });
  const { installationId } = subject;
  const about = { kind: "people", installationId, teamId: changed.id } as const;
  const teamName = `${organization.login}/${changed.slug}`.toLowerCase();
  const sighting: PeopleSighting =
    action === "deleted"
      ? { ...about, what: "team-deleted" }
      : { ...about, what: "team-named", teamName };
  return { subjects: [subject], sightings: [sighting] };
}

/** A team may see a repository now, or no longer. */
export function teamAccess({ payload }: { readonly payload: PeoplePayload }): Noted {
  return { subjects: [peopleSubject(payload)], sightings: [] };
}
