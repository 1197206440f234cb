import type { IncomingMessage, ServerResponse } from "node:http";

/** Whether the app can work. */
export interface Health {
  /** Each part with what is wrong, or nothing when it is well. One that is wrong makes the app unready. */
  readonly parts: ReadonlyMap<string, string | undefined>;
  /** What somebody should mend; taking the app out of service would help nobody. */
  readonly remarks: readonly string[];
}

export type Readiness = () => Promise<Health>;

const alive: Health = { parts: new Map(), remarks: [] };

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/**
 * Answers `/livez` (the process runs) and `/readyz` (it can work: 200, or 503 with what is missing; remarks change
 * nothing). Answers false for every other path.
 */
export function healthHandler(readiness: Readiness): Handler {
  return async (request, response) => {
    const path = request.url?.split("?")[0];
    if (request.method !== "GET" || (path !== "/livez" && path !== "/readyz")) return false;
    const { parts, remarks } = path === "/livez" ? alive : await readiness();
    const lines = [...parts].map(([name, problem]) => `${name}: ${problem ?? "ok"}`);
    const well = [...parts.values()].every((problem) => problem === undefined);
    response
      .writeHead(well ? 200 : 503, {
        "content-type": "text/plain; charset=utf-8",
        "cache-control": "no-store",
      })
      .end(`${[well ? "ok" : "not ready", ...lines, ...remarks].join("\n")}\n`);
    return true;
  };
}
