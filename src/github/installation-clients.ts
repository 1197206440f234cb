import type { Probot } from "probot";
import type { GitHubClient } from "./client.ts";

/** A request that has no answer by then has failed; the work is tried again. */
const requestLimitMs = 30_000;

/**
 * Clients by installation. Each speaks with that installation's token, so that nothing crosses from one to another,
 * and each request has a limit that starts when it leaves, not while it waits in the client's own queue.
 */
export function installationClients(app: Probot): (installationId: number) => Promise<GitHubClient> {
  const clients = new Map<number, Promise<GitHubClient>>();
  return (installationId) => {
    const known = clients.get(installationId);
    if (known !== undefined) return known;
    const made = app.auth(installationId).then(limited);
    clients.set(installationId, made);
    made.catch(() => clients.delete(installationId));
    return made;
  };
}

function limited(client: GitHubClient): GitHubClient {
  client.hook.before("request", (options) => {
    const request = options.request ?? {};
    const send: typeof fetch = request["fetch"] ?? fetch;
    request["fetch"] = (input: Parameters<typeof fetch>[0], init?: Parameters<typeof fetch>[1]) =>
      send(input, { ...init, signal: AbortSignal.timeout(requestLimitMs) });
    options.request = request;
  });
  return client;
}
