import { statusOf } from "../client.ts";

/**
 * What the log says of an error: a failed request by its status, anything else by its stack. Never a request's
 * body, which holds what people wrote, nor its headers.
 */
export function failureFields(error: unknown): Readonly<Record<string, string | number>> {
  const status = statusOf(error);
  if (!(error instanceof Error)) return { failure: "something was thrown that is no error" };
  if (status === undefined) return { failure: error.message, stack: error.stack ?? "" };
  return { failure: error.message, status };
}
