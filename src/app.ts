import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { parseEnv } from "node:util";
import { type Probot, ProbotOctokit, run } from "probot";
import { version } from "./cli/version.ts";
import { accept } from "./github/accept.ts";
import { type Comparisons, comparisons } from "./github/compare/comparisons.ts";
import {
  databaseUrlOf,
  type Environment,
  EnvironmentError,
  readEnvironment,
} from "./github/environment.ts";
import { healthHandler } from "./github/health.ts";
import { type InstallationClients, installationClients } from "./github/installation-clients.ts";
import { job } from "./github/jobs/job.ts";
import { endpointClass } from "./github/metrics/endpoint-class.ts";
import { createMetrics, type Metrics } from "./github/metrics/metrics.ts";
import { metricsPage } from "./github/metrics/metrics-page.ts";
import { observedStore } from "./github/metrics/observed-store.ts";
import { rateLimits } from "./github/rate-limits.ts";
import { readiness } from "./github/readiness.ts";
import { startRetention } from "./github/retention.ts";
import { setupLines } from "./github/self-check/setup-lines.ts";
import { startSweeper } from "./github/sweep/sweeper.ts";
import { startWorker, type Worker } from "./github/worker.ts";
import { type LogReader, openLog as openLogOf } from "./storage/decisions/log-reader.ts";
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
  /** Threads that compare policies; 0: the one that answers webhooks. One less than the machine runs when absent. */
  readonly comparisonThreads?: number;
  /** Time between two sweeps of an installation, in milliseconds; two minutes when absent. */
  readonly sweepEveryMs?: number;
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
  const compared = comparisons(parts.options.comparisonThreads);
  let running: readonly Pick<Worker, "stop">[] = [];
  const stopParts = async (): Promise<void> => {
    await Promise.all(running.map((part) => part.stop()));
    await compared.stop();
  };
  const start = (app: Probot, addHandler: AddHandler): void => {
    running = startParts(app, addHandler, { ...parts, compared });
  };
  try {
    const server = await run((app, { addHandler }) => start(app, addHandler), {
      env: { ...env },
      Octokit: octokit(parts.options),
    });
    // Probot's own handler ends the process before work that is under way is given back.
    process.removeAllListeners("SIGINT");
    return {
      port: server.port,
      stop: async () => {
        await server.stop();
        await stopParts();
        await parts.store.close();
      },
    };
  } catch (error) {
    await stopParts();
    throw error;
  }
}

type AddHandler = (handler: ReturnType<typeof healthHandler>) => void;

/** Everything that runs until the app ends. */
function startParts(
  app: Probot,
  addHandler: AddHandler,
  parts: Parts & { readonly compared: Comparisons },
): readonly Pick<Worker, "stop">[] {
  const { store, environment, options } = parts;
  const { now = Date.now } = options;
  const { log } = app;
  const limits = rateLimits();
  const metrics = createMetrics({
    backlog: store.work.backlog,
    requestsLeft: () => limits.fewestLeft(now()),
    setupProblems: async () => (await setupLines(store.setupProblems)).length,
  });
  const clients = installationClients(app, {
    limitMs: options.requestLimitMs ?? 30_000,
    onRequest: ({ installationId, url, answer }) => {
      metrics.request(endpointClass(url), answer?.status);
      if (answer !== undefined) limits.note(installationId, answer.headers);
    },
  });
  const everyMs = options.sweepEveryMs ?? 120_000;
  const sweeper = startSweeper({
    store,
    clients,
    rateLimits: limits,
    appId: environment.appId,
    everyMs,
    pollMs: Math.min(pollMs, everyMs),
    now,
    startedAt: now(),
    log,
    corpusRoot: environment.corpusRoot,
    onRedelivery: metrics.redelivered,
  });
  app.onAny((event) => {
    const { delivery: onDelivery } = metrics;
    const reception = { store, log, onDelivery, onGone: clients.forget, onSweep: sweeper.wake };
    return accept(reception, event);
  });
  addHandler(healthHandler(readiness(app, store)));
  addHandler(metricsPage(metrics));
  return [
    sweeper,
    workerOf(app, { ...parts, clients, metrics }),
    startRetention({
      inbox: store.inbox,
      days: environment.deliveryDays,
      onError: (error) => log.warn({ err: error }, "old deliveries could not be forgotten"),
    }),
  ];
}

function workerOf(
  app: Probot,
  {
    environment,
    store,
    options,
    compared,
    clients,
    metrics,
  }: Parts & {
    readonly compared: Comparisons;
    readonly clients: InstallationClients;
    readonly metrics: Metrics;
  },
): Worker {
  const { now = Date.now, lanes = 16 } = options;
  const context = {
    store: observedStore(store, metrics),
    clientOf: clients.of,
    compare: compared.compare,
    appId: environment.appId,
    engine: version(),
    now,
    log: app.log,
    corpusRoot: environment.corpusRoot,
  };
  return startWorker({
    work: store.work,
    job: async (claim) => {
      const began = performance.now();
      await job(context, claim);
      metrics.evaluated(claim.subject.kind, (performance.now() - began) / 1000);
    },
    concurrency: lanes,
    pollMs,
    heartbeatMs,
    onError: (error) => app.log.error({ err: error }, "work could not be ended"),
    onStore: (error) => {
      metrics.store(error === undefined);
      if (error === undefined) app.log.info("the store answers again");
      else app.log.error({ err: error }, "the store does not answer");
    },
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
export type { LogReader, NamedEntry as LogLine } from "./storage/decisions/log-reader.ts";

/**
 * Opens the decision log of a store to read it: of the one that is named, else of the one that the app would open. Throws
 * `StoreError` when it cannot be read.
 */
export async function openLog(
  processEnv: Readonly<Record<string, string | undefined>>,
  database?: string,
): Promise<LogReader> {
  return await openLogOf(database ?? databaseUrlOf({ ...processEnv, ...dotEnv() }));
}

/** True for an error that says in one sentence what whoever starts the app must do. */
export function explained(error: unknown): error is Error & { readonly help?: string } {
  const portIsTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  return error instanceof EnvironmentError || error instanceof StoreError || portIsTaken;
}
