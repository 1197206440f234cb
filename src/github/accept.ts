import { createHash } from "node:crypto";
import type { EmitterWebhookEvent } from "@octokit/webhooks";
import type { Logger } from "probot";
import type { Store } from "../storage/store.ts";
import { subjectKey } from "../storage/work/work-subject.ts";
import { noted, tableName } from "./events/event-table.ts";
import type { Noted } from "./events/noted.ts";
import { salvaged } from "./events/salvaged.ts";
import { type InstallationListener, noteInstallation } from "./installation-note.ts";
import { failureFields } from "./jobs/failure-fields.ts";

/** What accepting needs. */
export interface Reception extends InstallationListener {
  readonly store: Store;
  readonly log: Logger;
  /** Told of each delivery: its name in the event table, or `other`, and what became of it. */
  readonly onDelivery: (event: string, result: DeliveryResult) => void;
}

/** What becomes of a delivery. */
export type DeliveryResult = "accepted" | "duplicate" | "ignored" | "unreadable" | "refused";

/**
 * Takes a delivery in: when this resolves, what it sets off is on disk and GitHub may be answered. It rejects when the
 * store cannot take it, so that GitHub sees an error and the delivery can be sent again. A delivery that was taken in
 * before changes nothing. One that cannot be read is taken in all the same, because it would fail whenever it came
 * again: what it names is judged from what GitHub says.
 */
export async function accept(reception: Reception, event: EmitterWebhookEvent): Promise<void> {
  const { onDelivery } = reception;
  const { payload } = event;
  const action = "action" in payload ? payload.action : undefined;
  const name = tableName(event.name, action) ?? "other";
  try {
    onDelivery(name, await taken(reception, event));
  } catch (error) {
    onDelivery(name, "refused");
    throw error;
  }
}

async function taken(reception: Reception, event: EmitterWebhookEvent): Promise<DeliveryResult> {
  const { store, log } = reception;
  const { note, readable } = read(reception, event);
  if (note === undefined) return "ignored";
  const { subjects, sightings, rewrite } = note;
  if (rewrite !== undefined) await store.publications.forgetOutput(rewrite);
  if (note.installation !== undefined) await noteInstallation(reception, note.installation);
  const { payload } = event;
  const installation = "installation" in payload ? payload.installation : undefined;
  const result = await store.inbox.accept({
    id: event.id,
    event: event.name,
    ...("action" in payload ? { action: payload.action } : {}),
    ...(installation ? { installationId: installation.id } : {}),
    subjects,
    sightings,
  });
  log.info({ delivery: event.id, event: event.name, work: subjects.map(subjectKey) }, result);
  return readable ? result : "unreadable";
}

function read(
  { log }: Reception,
  event: EmitterWebhookEvent,
): { readonly note: Noted | undefined; readonly readable: boolean } {
  try {
    return { note: noted(event), readable: true };
  } catch (error) {
    const incident = createHash("sha256").update(event.id).digest("hex").slice(0, 12);
    const fields = { delivery: event.id, event: event.name, incident, ...failureFields(error) };
    log.error(fields, "a delivery could not be read; what it names is judged all the same");
    return { note: salvaged(event), readable: false };
  }
}
