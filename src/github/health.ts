import type { IncomingMessage, ServerResponse } from "node:http";

/** Whether the app can work: each name with what is wrong, or nothing when it is well. */
export type Readiness = () => Promise<ReadonlyMap<string, string | undefined>>;

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/**
 * Answers `/livez` (the process runs) and `/readyz` (it can work: 200, or 503 with what is missing). Answers false for
 * every other path.
 */
export function healthHandler(readiness: Readiness): Handler {
  return async (request, response) => {
    const path = request.url?.split("?")[0];
    if (request.method !== "GET" || (path !== "/livez" && path !== "/readyz")) return false;
    const checks = path === "/livez" ? new Map<string, undefined>() : await readiness();
    const lines = [...checks].map(([name, problem]) => `${name}: ${problem ?? "ok"}`);
    const well = [...checks.values()].every((problem) => problem === undefined);
    response
      .writeHead(well ? 200 : 503, {
        "content-type": "text/plain; charset=utf-8",
        "cache-control": "no-store",
      })
      .end(`${[well ? "ok" : "not ready", ...lines].join("\n")}\n`);
    return true;
  };
}
