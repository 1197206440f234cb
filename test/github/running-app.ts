import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ServeOptions, serve } from "../../src/app.ts";
import { type StandIn, type StandInOptions, startStandIn } from "../stand-in/stand-in.ts";
import { freePort } from "./app-process.ts";

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

/** Starts both on loopback, with a store in a folder of its own. */
export async function startRunning(
  options: StandInOptions = {},
  serveOptions: ServeOptions = {},
): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-test-"));
  const github = await startStandIn(options);
  const database = join(folder, "store.db");
  const start = async (): Promise<Awaited<ReturnType<typeof serve>>> => {
    const port = await freePort();
    const environment = {
      APP_ID: String(github.app.id),
      PRIVATE_KEY: github.app.privateKey,
      WEBHOOK_SECRET: github.app.webhookSecret,
      GHE_HOST: github.host,
      GHE_PROTOCOL: "http",
      HOST: "127.0.0.1",
      PORT: String(port),
      LOG_LEVEL: process.env["TEST_LOG_LEVEL"] ?? "fatal",
      DATABASE_URL: `sqlite:${database}`,
    };
    const app = await serve(environment, { lanes: 40, ...serveOptions });
    github.deliverTo(`http://127.0.0.1:${port}/api/github/webhooks`);
    return app;
  };
  let app = await start();
  return {
    github,
    database,
    url: () => `http://127.0.0.1:${app.port}`,
    restart: async () => {
      await app.stop();
      app = await start();
    },
    close: async () => {
      await app.stop();
      await github.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
