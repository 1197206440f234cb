import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { parseEnv } from "node:util";
import { type Probot, ProbotOctokit, run } from "probot";
import { accept } from "./github/accept.ts";
import { type Environment, EnvironmentError, readEnvironment } from "./github/environment.ts";
import { healthHandler } from "./github/health.ts";
import { installationClients } from "./github/installation-clients.ts";
import { job } from "./github/jobs/job.ts";
import { readiness } from "./github/readiness.ts";
import { startWorker, type Worker } from "./github/worker.ts";
import { openStore, type Store } from "./storage/store.ts";
import { StoreError } from "./storage/store-error.ts";

/** A running app. */
export interface RunningApp {
  readonly port: number;
  /** Takes no new work, finishes what is under way and closes the store. */
  stop(): Promise<void>;
}

/** What tests set otherwise. */
export interface ServeOptions {
  /** Milliseconds since the epoch; the system clock when absent. */
  readonly now?: () => number;
  /** Subjects judged at the same time; most of that time each waits for GitHub. 16 when absent. */
  readonly lanes?: number;
  /** After how long a request to GitHub has failed, in milliseconds; 30 000 when absent. */
  readonly requestLimitMs?: number;
  /** False: requests are not spaced as GitHub asks its clients to do, which only a stand-in on loopback allows. */
  readonly spaced?: boolean;
}

const pollMs = 1_000;
const heartbeatMs = 10_000;

function octokit({ spaced = true }: ServeOptions): typeof ProbotOctokit {
  return ProbotOctokit.defaults((options: { readonly throttle?: object }) => ({
    ...options,
    // GitHub says itself when to come again after a 429; a client that tries at once only makes it worse.
    retry: { doNotRetry: [400, 401, 403, 404, 410, 422, 429, 451] },
    ...(spaced ? {} : { throttle: { ...options.throttle, enabled: false } }),
  }));
}

/**
 * Starts the app as the environment says (Probot's variables and `DATABASE_URL`; a `.env` file in the working folder is
 * read as Probot reads it). Throws `EnvironmentError` when a secret is missing or unsafe and `StoreError` when the store
 * cannot be opened; then nothing listens.
 */
export async function serve(
  processEnv: Readonly<Record<string, string | undefined>>,
  options: ServeOptions = {},
): Promise<RunningApp> {
  const env = { ...processEnv, ...dotEnv() };
  const environment = readEnvironment(env);
  const store = await openStore(environment.databaseUrl, {
    instance: env["COUNTERSIGN_INSTANCE"] ?? hostname(),
    ...(options.now === undefined ? {} : { now: options.now }),
  });
  try {
    return await listen({ environment, store, options }, env);
  } catch (error) {
    await store.close();
    throw error;
  }
}

interface Parts {
  readonly environment: Environment;
  readonly store: Store;
  readonly options: ServeOptions;
}

async function listen(
  parts: Parts,
  env: Readonly<Record<string, string | undefined>>,
): Promise<RunningApp> {
  const { store } = parts;
  let worker: Worker | undefined;
  const server = await run(
    (app, { addHandler }) => {
      app.onAny((event) => accept(store, event));
      addHandler(healthHandler(readiness(app, store)));
      worker = workerOf(app, parts);
    },
    {
      env: { ...env },
      Octokit: octokit(parts.options),
    },
  );
  // Probot's own handler ends the process before work that is under way is given back.
  process.removeAllListeners("SIGINT");
  return {
    port: server.port,
    stop: async () => {
      await server.stop();
      await worker?.stop();
      await store.close();
    },
  };
}

function workerOf(app: Probot, { environment, store, options }: Parts): Worker {
  const { now = Date.now, lanes = 16, requestLimitMs = 30_000 } = options;
  const context = {
    store,
    clientOf: installationClients(app, requestLimitMs),
    appId: environment.appId,
    now,
    log: app.log,
  };
  return startWorker({
    work: store.work,
    job: (claim) => job(context, claim),
    concurrency: lanes,
    pollMs,
    heartbeatMs,
    onError: (error) => app.log.error({ err: error }, "the store does not answer"),
  });
}

/** Probot reads `.env` into the process; what is checked here must be what it will use. */
function dotEnv(): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(".env", "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw error;
  }
}

export { setup } from "./github/setup.ts";

/** True for an error that says in one sentence what whoever starts the app must do. */
export function explained(error: unknown): error is Error & { readonly help?: string } {
  const portIsTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  return error instanceof EnvironmentError || error instanceof StoreError || portIsTaken;
}
