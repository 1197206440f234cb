import type { EmitterWebhookEvent } from "@octokit/webhooks";
import type { Publications } from "../storage/publications.ts";
import type { Store } from "../storage/store.ts";
import { noted } from "./events/event-table.ts";
import type { Noted } from "./events/noted.ts";

/**
 * Takes a delivery in: when this resolves, what it sets off is on disk and GitHub may be answered. It rejects when the
 * store cannot take it, so that GitHub sees an error and the delivery can be sent again. A delivery that was taken in
 * before changes nothing.
 */
export async function accept(
  { inbox, publications }: Store,
  event: EmitterWebhookEvent,
): Promise<void> {
  const { subjects, sightings, rewrite } = noted(event);
  if (rewrite !== undefined) await forgetOutput(publications, rewrite);
  if (subjects.length === 0 && sightings.length === 0) return;
  const { payload } = event;
  const installation = "installation" in payload ? payload.installation : undefined;
  await inbox.accept({
    id: event.id,
    event: event.name,
    ...("action" in payload ? { action: payload.action } : {}),
    ...(installation ? { installationId: installation.id } : {}),
    subjects,
    sightings,
  });
}

/** Forgets what a check run says, not that it is ours nor whether it is green, so that it is written again. */
async function forgetOutput(
  publications: Publications,
  place: NonNullable<Noted["rewrite"]>,
): Promise<void> {
  const known = await publications.checkRunOn(place.repositoryId, place.headSha);
  if (known?.checkRunId === undefined) return;
  const { digest: _forgotten, ...checkRun } = known;
  await publications.rememberCheckRun(place, checkRun);
}
