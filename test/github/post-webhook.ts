import { createHmac, randomUUID } from "node:crypto";
import type { Running } from "./running-app.ts";

/** What is another than GitHub's. */
export interface PostOptions {
  /** The delivery's id; a new one if left out. */
  readonly id?: string;
  /** What it is signed with; the app's own secret if left out, `null`: not at all. */
  readonly secret?: string | null;
}

/** Sends the app a webhook that the stand-in would not send, and gives the status of the answer. */
export async function postWebhook(
  running: Running,
  event: string,
  payload: unknown,
  { id = randomUUID(), secret = running.github.app.webhookSecret }: PostOptions = {},
): Promise<number> {
  const body = JSON.stringify(payload);
  const signed =
    secret === null
      ? {}
      : {
          "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
        };
  const answer = await fetch(`${running.url()}/api/github/webhooks`, {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "x-github-event": event,
      "x-github-delivery": id,
      ...signed,
    },
  });
  await answer.text();
  return answer.status;
}
