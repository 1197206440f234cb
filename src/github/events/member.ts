import type { EmitterWebhookEvent } from "@octokit/webhooks";
import type { Noted } from "./noted.ts";
import { peopleSubject } from "./people-subject.ts";

/** Somebody's own access to a repository changed: an owner who cannot see it cannot be asked. */
export function member({ payload }: EmitterWebhookEvent<"member">): Noted {
  const { action, installation, repository, member: who } = payload;
  const subject = peopleSubject({ installation: installation ?? null, repository });
  const { installationId } = subject;
  const what = action === "removed" ? "left" : "joined";
  return {
    subjects: [subject],
    sightings: who ? [{ kind: "people", installationId, what, userId: who.id }] : [],
  };
}
