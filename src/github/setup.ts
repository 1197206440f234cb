import { existsSync } from "node:fs";
import { run } from "probot";
import { EnvironmentError } from "./environment.ts";

/** How the app is registered. */
export interface SetupOptions {
  /** Public address of the server, `https://countersign.example.com`; GitHub sends webhooks there. */
  readonly url: string;
  /** Where the registration page listens. */
  readonly host: string;
  readonly port: number;
}

/** The registration page, being served. */
export interface SetupPage {
  readonly port: number;
  stop(): Promise<void>;
}

/** Where webhooks arrive, below the server's address. */
const webhookPath = "/api/github/webhooks";

/**
 * Serves Probot's registration page, which registers the app on GitHub from `app.yml` and writes its secrets into
 * `.env` of the working folder, which only its owner may read. Throws `EnvironmentError` when the folder has no `app.yml`.
 */
export async function setup({ url, host, port }: SetupOptions): Promise<SetupPage> {
  if (!existsSync("app.yml")) {
    throw new EnvironmentError("there is no app.yml here; run this in the folder of Countersign");
  }
  // Probot's page reads these from the process: the address for GitHub's webhooks, and not to ask a relay for one.
  process.env["WEBHOOK_PROXY_URL"] = new URL(webhookPath, url).href;
  process.env["NO_SMEE_SETUP"] = "true";
  delete process.env["NODE_ENV"];
  process.umask(0o077);
  const {
    APP_ID: _id,
    PRIVATE_KEY: _key,
    PRIVATE_KEY_PATH: _path,
    WEBHOOK_PROXY_URL: _url,
    ...env
  } = process.env;
  const server = await run(() => undefined, {
    env: { ...env, HOST: host, PORT: String(port) },
  });
  return { port: server.port, stop: () => server.stop() };
}
