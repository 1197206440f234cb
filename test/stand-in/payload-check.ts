import { WEBHOOK_CORRECTIONS } from "./beyond-the-slice.ts";
import { describeErrors, openDocument } from "./openapi-document.ts";

const webhooks = openDocument("webhooks-slice", WEBHOOK_CORRECTIONS);

/** How a webhook's payload departs from GitHub's description of the event; empty when it does not. */
export function payloadViolations(
  event: string,
  action: string | null,
  payload: unknown,
): string[] {
  const key = [event, action].flatMap((part) => part?.replaceAll("_", "-") ?? []).join("-");
  const schema = webhooks.at(`/webhooks/${key}`);
  if (schema === undefined) return [`GitHub describes no webhook ${key}`];
  const validate = webhooks.compile(schema as object);
  return validate(payload) ? [] : describeErrors(validate.errors, key);
}
