import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openLog } from "../../src/storage/decisions/log-reader.ts";
import { openStore } from "../../src/storage/store.ts";
import { appEnvironment, freePort } from "../github/app-process.ts";
import { type Desk, openDesk, type Pull, policy } from "../github/desk.ts";
import { type StandIn, startStandIn } from "../stand-in/stand-in.ts";

const program = fileURLToPath(new URL("./replica.ts", import.meta.url));

export interface FleetOptions {
  /** Address of the store that the replicas share. */
  readonly url: string;
  readonly organizations: number;
  readonly pullsEach: number;
  /** Webhook deliveries to send. */
  readonly events: number;
  readonly patienceMs: number;
}

/** What a run came to. */
export interface FleetReport {
  readonly faults: readonly string[];
  readonly pulls: number;
  readonly events: number;
  /** Requests that the replicas made of GitHub. */
  readonly requests: number;
  readonly verdicts: number;
  /** Until the last event was acknowledged, and from then until every state was final. */
  readonly seconds: { readonly load: number; readonly rest: number };
}

/** A pull request, and what its check must say in the end. */
interface Story {
  readonly desk: Desk;
  readonly branch: string;
  readonly pull: Pull;
  variant: number;
  expected: "action_required" | "success";
}

/**
 * Three replicas of the app on one store, behind a door that sends a webhook to whoever lives. While events come in bursts,
 * some twice, one replica is killed for good and one is added. Every pull request must end as its story says, with one
 * check run on its head and one comment.
 */
export async function fleetRun(options: FleetOptions): Promise<FleetReport> {
  const began = performance.now();
  const github = await startStandIn();
  const replicas: Replica[] = [];
  const door = await openDoor(replicas);
  let asked = 0;
  const forget = setInterval(() => {
    // Hundreds of thousands of requests with their answers are not needed here.
    asked += (github.requests as unknown[]).splice(0).length;
  }, 500);
  try {
    for (const name of ["one", "two", "three"]) {
      replicas.push(await startReplica(github, options.url, name));
    }
    github.deliverTo(door.url);
    const stories = await openStories(github, options);
    await tellStories(github, stories, options.events, async (part) => {
      if (part === 1) await replicas.splice(1, 1)[0]?.kill();
      if (part === 2) replicas.push(await startReplica(github, options.url, "four"));
    });
    const loaded = performance.now();
    await allFinal(github, stories, options.patienceMs);
    const faults = [
      ...stories.flatMap((story) => storyFaults(github, story)),
      ...github.violations.map(({ request, messages }) => `${request}: ${messages.join(", ")}`),
    ];
    const rest = Math.round((performance.now() - loaded) / 1000);
    await Promise.all(replicas.splice(0).map((replica) => replica.kill()));
    const store = await storeReport(options.url, github);
    return {
      faults: [...faults, ...store.faults],
      pulls: stories.length,
      events: github.webhooks.deliveries.length,
      requests: asked + github.requests.length,
      verdicts: store.verdicts,
      seconds: { load: Math.round((loaded - began) / 1000), rest },
    };
  } finally {
    clearInterval(forget);
    await Promise.all(replicas.map((replica) => replica.kill()));
    await door.close();
    await github.close();
  }
}

async function openStories(
  github: StandIn,
  { organizations, pullsEach }: FleetOptions,
): Promise<readonly Story[]> {
  const stories: Story[] = [];
  for (let number = 0; number < organizations; number += 1) {
    const desk = await openDesk(github, { organization: `fleet${number}` });
    for (let at = 0; at < pullsEach; at += 1) {
      const branch = `change-${at}`;
      const pull = await desk.propose(branch, filesOf(branch, 0));
      stories.push({ desk, branch, pull, variant: 0, expected: "action_required" });
    }
  }
  return stories;
}

/**
 * No two variants change the same calls, so no approval of one is an approval of another; and no two branches have the same
 * commit, which would be one check for both.
 */
function filesOf(branch: string, variant: number): Record<string, string> {
  const first = `  - match: "stripe.only_${variant}"\n    action: block\n`;
  return { "kortix.yaml": policy({ first }), "notes.md": `${branch} ${variant}\n` };
}

/** Acts on random pull requests in bursts until so many events were sent; calls `between` after a third and two thirds. */
async function tellStories(
  github: StandIn,
  stories: readonly Story[],
  events: number,
  between: (part: number) => Promise<void>,
): Promise<void> {
  const { deliveries } = github.webhooks;
  for (const part of [1, 2, 3]) {
    const goal = (events * part) / 3;
    const actor = async (own: readonly Story[]): Promise<void> => {
      while (deliveries.length < goal) {
        const story = own[Math.floor(Math.random() * own.length)];
        if (story === undefined) return;
        for (let act = Math.random() * 6; act > 0; act -= 1) {
          if (Math.random() < 0.1) github.webhooks.duplicateNext();
          await happen(story);
        }
        await sleep(Math.random() * 50);
      }
    };
    const lanes = 8;
    await Promise.all(
      Array.from({ length: lanes }, (_, lane) =>
        actor(stories.filter((_story, index) => index % lanes === lane)),
      ),
    );
    await between(part);
  }
}

async function happen(story: Story): Promise<void> {
  const { desk, branch, pull } = story;
  const dice = Math.random();
  if (dice < 0.45) {
    story.variant += 1;
    await desk.push(branch, filesOf(branch, story.variant));
    story.expected = "action_required";
  } else if (dice < 0.75) {
    await desk.approve(pull, "maria");
    story.expected = "success";
  } else if (dice < 0.9) {
    await desk.approve(pull, "maria", "CHANGES_REQUESTED");
    story.expected = "action_required";
  } else {
    await desk.github.editPullRequest(pull, { by: desk.who("nora"), title: `title ${dice}` });
  }
}

function storyFaults(github: StandIn, { desk, pull, expected }: Story): readonly string[] {
  const name = `${desk.repository}#${pull.number}`;
  const runs = github.checkRunsOf(desk.repository, github.pullRequest(pull).head.sha);
  const comments = github.commentsOf(pull).filter(({ app }) => app !== null);
  return [
    ...(runs.length === 1 ? [] : [`${name} has ${runs.length} check runs`]),
    ...(comments.length === 1 ? [] : [`${name} has ${comments.length} comments`]),
    ...(runs[0]?.conclusion === expected
      ? []
      : [`${name} is ${runs[0]?.conclusion ?? "not judged"} and should be ${expected}`]),
  ];
}

async function allFinal(
  github: StandIn,
  stories: readonly Story[],
  patienceMs: number,
): Promise<void> {
  const limit = performance.now() + patienceMs;
  while (performance.now() < limit) {
    if (stories.every((story) => storyFaults(github, story).length === 0)) {
      // What is still under way must not change it.
      await sleep(3_000);
      if (stories.every((story) => storyFaults(github, story).length === 0)) return;
    }
    await sleep(200);
  }
}

async function storeReport(
  url: string,
  github: StandIn,
): Promise<{ readonly faults: readonly string[]; readonly verdicts: number }> {
  const log = await openLog(url);
  const { faults } = await log.verify();
  const claims: string[] = [];
  for await (const { kind, workKey, token } of log.linesSince(0)) {
    if (kind === "verdict") claims.push(`${workKey} ${token}`);
  }
  await log.close();
  const store = await openStore(url, { instance: "auditor" });
  const reviews = github.webhooks.deliveries.filter(
    ({ event, statusCode }) => event === "pull_request_review" && statusCode === 200,
  );
  const missing = await store.inbox.missing(reviews.map(({ guid }) => guid));
  await store.close();
  return {
    faults: [
      ...faults.map((fault) => `the log: ${JSON.stringify(fault)}`),
      ...(missing.length === 0 ? [] : [`${missing.length} acknowledged reviews are lost`]),
      ...(new Set(claims).size === claims.length ? [] : ["a claim has two verdicts"]),
    ],
    verdicts: claims.length,
  };
}

interface Replica {
  readonly url: string;
  kill(): Promise<void>;
}

async function startReplica(github: StandIn, url: string, name: string): Promise<Replica> {
  const child = spawn(process.execPath, ["--import", "tsx", program], {
    env: {
      PATH: process.env["PATH"],
      ...appEnvironment(github, await freePort(), url),
      COUNTERSIGN_INSTANCE: name,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return {
    url: `http://127.0.0.1:${await portOf(child)}/api/github/webhooks`,
    kill: async () => {
      const exit = once(child, "exit");
      if (child.kill("SIGKILL")) await exit;
    },
  };
}

async function portOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error("a replica has no output");
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error("a replica did not start");
}

/** Passes each webhook on to a replica, and to another one when that does not answer, as a proxy in front does. */
async function openDoor(
  replicas: readonly Replica[],
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const headers = Object.entries(request.headers).filter(([name]) =>
      /^(x-|content-type|user-agent)/.test(name),
    );
    const first = Math.floor(Math.random() * replicas.length);
    for (let turn = 0; turn < replicas.length; turn += 1) {
      const replica = replicas[(first + turn) % replicas.length];
      if (replica === undefined) continue;
      const answer = await fetch(replica.url, {
        method: "POST",
        body,
        headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
      }).catch(() => undefined);
      if (answer === undefined) continue;
      response.writeHead(answer.status).end(await answer.text());
      return;
    }
    response.writeHead(502).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/github/webhooks`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
