import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { StandIn } from "../stand-in/stand-in.ts";

/** The built app, running as a process of its own. */
export interface AppProcess {
  /** Ends it as an operator would. */
  stop(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
}

/** Node's arguments that run the command line as it is built. */
export const builtProgram: readonly string[] = [
  new URL("../../dist/cli/main.js", import.meta.url).pathname,
];

/** Node's arguments that run the command line from its source. */
export const sourceProgram: readonly string[] = [
  "--import",
  "tsx",
  new URL("../../src/cli/main.ts", import.meta.url).pathname,
];

/** What the app must be told to serve a stand-in on loopback, with its store at an address. It logs next to nothing. */
export function appEnvironment(
  github: StandIn,
  port: number,
  database: string,
): Readonly<Record<string, string>> {
  return {
    APP_ID: String(github.app.id),
    PRIVATE_KEY: github.app.privateKey,
    WEBHOOK_SECRET: github.app.webhookSecret,
    GHE_HOST: github.host,
    GHE_PROTOCOL: "http",
    HOST: "127.0.0.1",
    PORT: String(port),
    LOG_LEVEL: "fatal",
    DATABASE_URL: database,
  };
}

/** Starts `countersign serve` against a stand-in, with its store in a file, and waits until it is ready. */
export async function startApp(
  github: StandIn,
  database: string,
  program: readonly string[],
): Promise<AppProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [...program, "serve"], {
    env: {
      PATH: process.env["PATH"],
      ...appEnvironment(github, port, `sqlite:${database}`),
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  await ready(child, port);
  github.deliverTo(`http://127.0.0.1:${port}/api/github/webhooks`);
  return { stop: () => end(child, "SIGTERM"), kill: () => end(child, "SIGKILL") };
}

/** A process that compiles the program takes seconds to start, and several start at once on a machine that is busy. */
const patienceMs = 100_000;

async function ready(child: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the app ended with status ${child.exitCode}`);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer?.ok === true) return;
    await sleep(100);
  }
  child.kill("SIGKILL");
  throw new Error("the app did not become ready");
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (typeof address !== "object" || address === null) throw new Error("no free port");
  return address.port;
}
