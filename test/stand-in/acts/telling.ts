import type { WebhookEvent, World } from "../world.ts";

/** Sends webhooks one after the other. */
export async function tell(world: World, events: readonly WebhookEvent[]): Promise<void> {
  for (const event of events) await world.send(event);
}
