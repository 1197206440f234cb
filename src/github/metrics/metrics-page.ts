import type { IncomingMessage, ServerResponse } from "node:http";
import type { Metrics } from "./metrics.ts";

/** Answers `/metrics` in the text format of Prometheus, and false for every other path. */
export function metricsPage(
  metrics: Pick<Metrics, "page">,
): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  return async (request, response) => {
    if (request.method !== "GET" || request.url?.split("?")[0] !== "/metrics") return false;
    const { contentType, text } = await metrics.page();
    response.writeHead(200, { "content-type": contentType, "cache-control": "no-store" }).end(text);
    return true;
  };
}
