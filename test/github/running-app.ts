import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { type ServeOptions, serve } from "../../src/app.ts";
import { type StandIn, type StandInOptions, startStandIn } from "../stand-in/stand-in.ts";
import { appEnvironment, freePort } from "./app-process.ts";

/** The real app, in this process, talking real HTTP with a stand-in for GitHub. */
export interface Running {
  readonly github: StandIn;
  /** Address of the app. */
  url(): string;
  /** The file of its store. */
  readonly database: string;
  /** Ends the app and starts it again on the same store. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** The store of the app that serves each stand-in. */
const workOf = new WeakMap<StandIn, (organization: string) => boolean>();

/** Whether anything of an organization is being judged or waits for it. */
export function isBusy(github: StandIn, organization: string): boolean {
  return workOf.get(github)?.(organization) ?? false;
}

/** Starts both on loopback, with a store in a folder of its own. Requests are not spaced and policies not compared in threads, unless a test asks for it. */
export async function startRunning(
  options: StandInOptions = {},
  serveOptions: ServeOptions = {},
  variables: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const folder = mkdtempSync(join(placeOfStores(), "countersign-test-"));
  const github = await startStandIn(options);
  const database = join(folder, "store.db");
  const start = async (): Promise<Awaited<ReturnType<typeof serve>>> => {
    const port = await freePort();
    const environment = {
      ...appEnvironment(github, port, `sqlite:${database}`),
      LOG_LEVEL: process.env["TEST_LOG_LEVEL"] ?? "fatal",
      ...variables,
    };
    const app = await serve(environment, {
      lanes: 40,
      spaced: false,
      comparisonThreads: 0,
      sweepEveryMs: 3_600_000,
      ...serveOptions,
    });
    github.deliverTo(`http://127.0.0.1:${port}/api/github/webhooks`);
    return app;
  };
  let app = await start();
  const store = new Database(database, { readonly: true });
  const due = store.prepare<[string, number]>(
    "select 1 from work where owner = ? and (lease_owner is not null or run_at <= ?) limit 1",
  );
  const now = serveOptions.now ?? Date.now;
  workOf.set(github, (organization) => due.get(organization, now()) !== undefined);
  return {
    github,
    database,
    url: () => `http://127.0.0.1:${app.port}`,
    restart: async () => {
      await app.stop();
      app = await start();
    },
    close: async () => {
      store.close();
      await app.stop();
      await github.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** More than the stores of all files that run at once take, in bytes. */
const roomForStores = 60_000_000;

/** In memory where there is room, so that a store, which is synced at each write, waits for no disk. */
function placeOfStores(): string {
  const memory = "/dev/shm";
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize < roomForStores ? tmpdir() : memory;
}
