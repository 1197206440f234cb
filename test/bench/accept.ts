import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { appEnvironment, freePort } from "../github/app-process.ts";
import { openDesk, type Pull, policy } from "../github/desk.ts";
import { type StandIn, startStandIn } from "../stand-in/stand-in.ts";
import { postgresBinaries, startPostgres } from "../storage/postgres-server.ts";

type Print = (line: string) => void;

const program = fileURLToPath(new URL("./bench-app.ts", import.meta.url));
const senders = 16;
const perRound = 1_000;
const rounds = 3;

/**
 * Measures how fast webhooks are taken in, side by side with a handler of Probot that does nothing, how long a verdict takes
 * beyond the time that the stand-in itself spends, and how much memory the app needs.
 */
export async function benchAccept(print: Print): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-bench-"));
  const github = await startStandIn();
  const binaries = postgresBinaries();
  const server =
    binaries === undefined ? undefined : await startPostgres(binaries, { durable: true });
  try {
    const { body, pull } = await aWebhook(github);
    await benchThroughput(print, github, body, {
      "probot, empty handler": ["empty", ""],
      "durable, sqlite": ["accept", `sqlite:${join(folder, "accept.db")}`],
      ...(server === undefined ? {} : { "durable, postgresql": ["accept", server.url] }),
    });
    await benchVerdict(print, github, pull, `sqlite:${join(folder, "serve.db")}`);
  } finally {
    await server?.remove();
    await github.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A repository with a pull request, and the webhook of one push to it as GitHub sends it. */
async function aWebhook(
  github: StandIn,
): Promise<{ readonly body: string; readonly pull: Pull & { readonly branch: string } }> {
  const desk = await openDesk(github, { organization: "bench" });
  const branch = "change";
  const pull = await desk.propose(branch, { "kortix.yaml": policy({ refund: "always_run" }) });
  await desk.push(branch, { "README.md": "more\n" });
  const pushed = github.webhooks.deliveries.findLast(({ event }) => event === "pull_request");
  if (pushed === undefined) throw new Error("a push sends no webhook");
  return { body: pushed.body, pull: { ...pull, branch } };
}

async function benchThroughput(
  print: Print,
  github: StandIn,
  body: string,
  candidates: Readonly<Record<string, readonly [mode: string, database: string]>>,
): Promise<void> {
  print(`webhooks taken in: ${senders} senders, ${rounds} rounds of ${perRound}, in turn`);
  const apps = new Map<string, App>();
  const rates = new Map<string, number[]>();
  try {
    for (const [name, [mode, database]] of Object.entries(candidates)) {
      apps.set(name, await startApp(github, mode, database));
      rates.set(name, []);
    }
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, app] of apps) {
        const rate = await send(github, app, body, `${name} ${round}`);
        // The first round warms up.
        if (round > 0) rates.get(name)?.push(rate);
      }
    }
  } finally {
    await Promise.all([...apps.values()].map((app) => app.kill()));
  }
  const empty = median([...rates.values()][0] ?? []);
  for (const [name, measured] of rates) {
    const rate = median(measured);
    print(
      `  ${name.padEnd(24)}${rate.toFixed(0).padStart(6)} a second  ratio ${(rate / empty).toFixed(2)}`,
    );
  }
}

/** The same webhook for that many pull requests, so that a measurement does not write one row again and again. */
const pullRequests = 100;

interface SignedBody {
  readonly body: string;
  readonly signature: string;
}

function forManyPullRequests(github: StandIn, body: string): readonly SignedBody[] {
  const event = JSON.parse(body) as { readonly pull_request: object };
  return Array.from({ length: pullRequests }, (_, number) => {
    const pull = { ...event.pull_request, number: number + 1 };
    const text = JSON.stringify({ ...event, number: number + 1, pull_request: pull });
    const signature = createHmac("sha256", github.app.webhookSecret).update(text).digest("hex");
    return { body: text, signature };
  });
}

/** Sends deliveries with ids of their own, and returns how many were acknowledged in a second. */
async function send(github: StandIn, app: App, text: string, series: string): Promise<number> {
  const bodies = forManyPullRequests(github, text);
  let sent = 0;
  const began = performance.now();
  const sender = async (): Promise<void> => {
    while (sent < perRound) {
      sent += 1;
      const { body, signature } = bodies[sent % pullRequests] as SignedBody;
      const response = await fetch(app.url, {
        method: "POST",
        body,
        headers: {
          "content-type": "application/json",
          "x-github-event": "pull_request",
          "x-github-delivery": `${series} ${sent}`,
          "x-hub-signature-256": `sha256=${signature}`,
        },
      });
      await response.text();
      if (!response.ok) throw new Error(`a webhook was answered with ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: senders }, sender));
  return perRound / ((performance.now() - began) / 1000);
}

async function benchVerdict(
  print: Print,
  github: StandIn,
  pull: Pull & { readonly branch: string },
  database: string,
): Promise<void> {
  const app = await startApp(github, "serve", database);
  const own = timeSpentBy(github);
  try {
    await sleep(1_000);
    const atRest = app.megabytes();
    github.deliverTo(app.url);
    const times: number[] = [];
    const beyond: number[] = [];
    let most = 0;
    for (let push = 0; push < 12; push += 1) {
      const files = {
        "kortix.yaml": policy({ first: `  - match: "stripe.only_${push}"\n    action: block\n` }),
      };
      const spentBefore = own();
      const began = performance.now();
      await github.commit({
        repository: pull.repository,
        branch: pull.branch,
        author: "lena-bench",
        files,
      });
      const { sha } = github.pullRequest(pull).head;
      while (github.conclusionsOf(pull.repository, sha).at(-1)?.conclusion == null) await sleep(1);
      const time = performance.now() - began;
      most = Math.max(most, app.megabytes());
      if (push < 2) continue;
      times.push(time);
      beyond.push(time - (own() - spentBefore));
    }
    print("from a push to the conclusion of its check, 10 pushes, ms");
    print(
      `  median ${median(times).toFixed(0)}, without the stand-in's own time ${median(beyond).toFixed(0)}`,
    );
    most = Math.max(most, await memoryUnderLoad(github, app));
    print("memory of the app (resident), MB");
    print(`  at rest ${atRest.toFixed(0)}, most under load ${most.toFixed(0)}`);
  } finally {
    await app.kill();
  }
}

/** The most memory while webhooks of many pull requests come as fast as they are taken in. */
async function memoryUnderLoad(github: StandIn, app: App): Promise<number> {
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, app.megabytes());
  }, 20);
  const body = github.webhooks.deliveries.findLast(({ event }) => event === "pull_request")?.body;
  await send(github, app, body ?? "", "load");
  clearInterval(watch);
  return most;
}

/** Milliseconds that the stand-in has spent on answers so far; requests at the same time are counted once each. */
function timeSpentBy(github: StandIn): () => number {
  const port = Number(new URL(github.url).port);
  const begun = new Map<IncomingMessage, number>();
  let spent = 0;
  const isOurs = (request: IncomingMessage): boolean => request.socket.localPort === port;
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { readonly request: IncomingMessage };
    if (isOurs(request)) begun.set(request, performance.now());
  });
  subscribe("http.server.response.finish", (message) => {
    const { request } = message as { readonly request: IncomingMessage };
    const at = begun.get(request);
    if (at !== undefined) spent += performance.now() - at;
    begun.delete(request);
  });
  return () => spent;
}

interface App {
  readonly url: string;
  /** Resident memory now. */
  megabytes(): number;
  kill(): Promise<void>;
}

async function startApp(github: StandIn, mode: string, database: string): Promise<App> {
  const child = spawn(process.execPath, ["--import", "tsx", program, mode], {
    env: { PATH: process.env["PATH"], ...appEnvironment(github, await freePort(), database) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return {
    url: `http://127.0.0.1:${await firstLine(child)}/api/github/webhooks`,
    megabytes: () => {
      const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(statusOf(child)) ?? [];
      return Number(kilobytes) / 1024;
    },
    kill: async () => {
      const exit = once(child, "exit");
      if (child.kill("SIGKILL")) await exit;
    },
  };
}

function statusOf({ pid }: ChildProcess): string {
  return readFileSync(`/proc/${pid}/status`, "utf8");
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error("the app has no output");
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error("the app did not start");
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
