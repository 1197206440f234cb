import type { Probot } from "probot";
import type { GitHubClient } from "./client.ts";
import { Superseded } from "./publish/fence.ts";

/** A request as it was answered; without `answer` there was none. */
export interface AnsweredRequest {
  /** 0: the app itself spoke, for no installation. */
  readonly installationId: number;
  readonly url: string;
  readonly answer: Response | undefined;
}

/**
 * Clients by installation. Each speaks with that installation's token, so that nothing crosses from one to another,
 * and each request that has no answer within a limit has failed.
 */
export interface InstallationClients {
  of(installationId: number): Promise<GitHubClient>;
  /** Speaks as the app itself, which sees what it is and where it is installed, and no repository. */
  ofApp(): Promise<GitHubClient>;
  /** The installation is gone. */
  forget(installationId: number): void;
}

/**
 * Makes clients whose requests fail after `limitMs`. The limit starts when the request leaves, not while it waits in the
 * client's own queue. `onRequest` is told of every request that left.
 */
export function installationClients(
  app: Probot,
  {
    limitMs,
    onRequest,
  }: { readonly limitMs: number; readonly onRequest: (request: AnsweredRequest) => void },
): InstallationClients {
  const clients = new Map<number, Promise<GitHubClient>>();
  const clientOf = (installationId: number): Promise<GitHubClient> => {
    const known = clients.get(installationId);
    if (known !== undefined) return known;
    const authenticated = installationId === 0 ? app.auth() : app.auth(installationId);
    const made = authenticated.then((client) =>
      watched(client, limitMs, (url, answer) => onRequest({ installationId, url, answer })),
    );
    clients.set(installationId, made);
    made.catch(() => clients.delete(installationId));
    return made;
  };
  return {
    of: clientOf,
    ofApp: () => clientOf(0),
    forget: (installationId) => {
      clients.delete(installationId);
    },
  };
}

function watched(
  client: GitHubClient,
  limitMs: number,
  onAnswer: (url: string, answer: Response | undefined) => void,
): GitHubClient {
  client.hook.before("request", (options) => {
    const request = options.request ?? {};
    const send: typeof fetch = request["fetch"] ?? fetch;
    request["fetch"] = async (
      input: Parameters<typeof fetch>[0],
      init?: Parameters<typeof fetch>[1],
    ) => {
      const url = String(input);
      try {
        const answer = await send(input, { ...init, signal: AbortSignal.timeout(limitMs) });
        onAnswer(url, answer);
        return answer;
      } catch (error) {
        if (!(error instanceof Superseded)) onAnswer(url, undefined);
        throw error;
      }
    };
    options.request = request;
  });
  return client;
}
