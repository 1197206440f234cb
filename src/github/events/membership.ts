import type { EmitterWebhookEvent } from "@octokit/webhooks";
import type { Noted } from "./noted.ts";
import { peopleSubject } from "./people-subject.ts";

/**
 * Somebody joined or left a team. An approval of theirs may count now, or no longer, wherever the team or one above it
 * owns something.
 */
export function membership({ payload }: EmitterWebhookEvent<"membership">): Noted {
  const { action, installation, member, team } = payload;
  const subject = peopleSubject({ installation: installation ?? null });
  return {
    subjects: [subject],
    sightings: member
      ? [
          {
            kind: "people",
            installationId: subject.installationId,
            what: action === "added" ? "joined" : "left",
            teamId: team.id,
            userId: member.id,
          },
        ]
      : [],
  };
}
