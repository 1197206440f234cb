import type { EmitterWebhookEvent } from "@octokit/webhooks";
import type { Noted } from "./noted.ts";
import { peopleSubject } from "./people-subject.ts";

/** Somebody joined or left the organization, or it is called otherwise: owners may be others everywhere in it. */
export function organization({ payload }: EmitterWebhookEvent<"organization">): Noted {
  const subject = peopleSubject({ installation: payload.installation ?? null });
  const { action } = payload;
  const user = "membership" in payload ? payload.membership?.user : undefined;
  if (!user || (action !== "member_added" && action !== "member_removed")) {
    return { subjects: [subject], sightings: [] };
  }
  const what = action === "member_added" ? "joined" : "left";
  const { installationId } = subject;
  return {
    subjects: [subject],
    sightings: [{ kind: "people", installationId, what, userId: user.id }],
  };
}
