import type { Probot } from "probot";
import type { GitHubClient } from "./client.ts";

/**
 * Clients by installation. Each speaks with that installation's token, so that nothing crosses from one to another,
 * and each request that has no answer within `limitMs` has failed. The limit starts when the request leaves, not while
 * it waits in the client's own queue.
 */
export function installationClients(
  app: Probot,
  limitMs: number,
): (installationId: number) => Promise<GitHubClient> {
  const clients = new Map<number, Promise<GitHubClient>>();
  return (installationId) => {
    const known = clients.get(installationId);
    if (known !== undefined) return known;
    const made = app.auth(installationId).then((client) => limited(client, limitMs));
    clients.set(installationId, made);
    made.catch(() => clients.delete(installationId));
    return made;
  };
}

function limited(client: GitHubClient, limitMs: number): GitHubClient {
  client.hook.before("request", (options) => {
    const request = options.request ?? {};
    const send: typeof fetch = request["fetch"] ?? fetch;
    request["fetch"] = (input: Parameters<typeof fetch>[0], init?: Parameters<typeof fetch>[1]) =>
      send(input, { ...init, signal: AbortSignal.timeout(limitMs) });
    options.request = request;
  });
  return client;
}
