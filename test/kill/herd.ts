import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type FakeGitHub, startFakeGitHub } from "./fake-github.ts";

const program = fileURLToPath(new URL("./instance.ts", import.meta.url));
const PATIENCE_MS = 60_000;

export interface HerdOptions {
  /** Address of the store that they share. */
  readonly url: string;
  readonly instances: number;
  readonly pulls: number;
  readonly leaseMs: number;
  /** An evaluation thinks for up to so long. */
  readonly thinkMs: number;
}

/** Instances that share a store, and a GitHub that sends them events without end. */
export interface Herd {
  readonly github: FakeGitHub;
  /** Ids of the events that were acknowledged. */
  readonly acknowledged: readonly string[];
  /** Kills one as a power cut does, and starts it again under its name. */
  kill(index: number): Promise<void>;
  /** Stops one for a time, as a machine that sleeps does. */
  pause(index: number, milliseconds: number): Promise<void>;
  /** Sends one event; resolves when an instance has acknowledged it. */
  send(number: number): Promise<void>;
  /** Sends events to whoever lives, until the returned function is called. */
  load(): () => Promise<void>;
  /** Waits until every check is what it should be. Throws when that does not come. */
  settled(): Promise<void>;
  /** The process of an instance. */
  pidOf(index: number): number;
  /** Kills all of them. */
  close(): Promise<void>;
}

interface Instance {
  readonly child: ChildProcess;
  /** Where it takes events, once it does. */
  address: string | undefined;
  /** Resolves when it takes events, or has ended before. */
  readonly ready: Promise<void>;
}

/** Starts a herd on a store that may be new: then all of them create it at the same time. */
export async function startHerd(options: HerdOptions): Promise<Herd> {
  const { url, pulls, leaseMs, thinkMs } = options;
  const github = await startFakeGitHub();
  const start = (index: number): Instance => {
    const words = [program, url, `n${index}`, github.url, String(leaseMs), String(thinkMs)];
    const child = spawn(process.execPath, ["--import", "tsx", ...words], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const instance: Instance = {
      child,
      address: undefined,
      ready: addressOf(child).then((address) => {
        instance.address = address;
      }),
    };
    return instance;
  };
  const instances = Array.from({ length: options.instances }, (_, index) => start(index));
  const instance = (index: number): Instance => {
    const found = instances[index];
    if (found === undefined) throw new Error(`there is no instance ${index}`);
    return found;
  };
  await Promise.all(instances.map(({ ready }) => ready));

  const acknowledged: string[] = [];
  let count = 0;
  const send = async (number: number): Promise<void> => {
    const version = github.change(number);
    count += 1;
    const id = `event-${count}/${number}`;
    const limit = performance.now() + PATIENCE_MS;
    // An event without an answer is sent again under its id, also to one that has it already.
    while (!(await post(oneThatListens(instances), { id, number }))) {
      if (performance.now() > limit) throw new Error("nobody acknowledges an event");
      await sleep(20);
    }
    github.acknowledge(number, version);
    acknowledged.push(id);
  };
  const end = async ({ child }: Instance): Promise<void> => {
    if (child.exitCode !== null) throw new Error("an instance ended by itself");
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
    github.died(child.pid ?? 0);
  };

  return {
    github,
    acknowledged,
    send,
    pidOf: (index) => instance(index).child.pid ?? 0,
    kill: async (index) => {
      await instance(index).ready;
      await end(instance(index));
      instances[index] = start(index);
    },
    pause: async (index, milliseconds) => {
      const { child } = instance(index);
      child.kill("SIGSTOP");
      // What it had sent arrives; from then on its evaluations stand still, and somebody else may begin anew.
      await sleep(50);
      github.died(child.pid ?? 0);
      await sleep(milliseconds);
      child.kill("SIGCONT");
    },
    load: () => {
      let stopped = false;
      const pump = async (): Promise<void> => {
        while (!stopped) {
          await send(1 + pick(pulls));
          await sleep(Math.random() * 15);
        }
      };
      const pumps = [pump(), pump(), pump(), pump()];
      return async () => {
        stopped = true;
        await Promise.all(pumps);
      };
    },
    settled: async () => {
      const limit = performance.now() + PATIENCE_MS;
      while (github.unsettled().length > 0) {
        if (performance.now() > limit) {
          throw new Error(`never judged as they are now: ${github.unsettled().join(", ")}`);
        }
        await sleep(50);
      }
    },
    close: async () => {
      await Promise.all(instances.map(end));
      await github.close();
    },
  };
}

function pick(length: number): number {
  return Math.floor(Math.random() * length);
}

function oneThatListens(instances: readonly Instance[]): string | undefined {
  const addresses = instances.flatMap(({ address }) => address ?? []);
  return addresses[pick(addresses.length)];
}

async function addressOf(child: ChildProcess): Promise<string | undefined> {
  if (child.stdout === null) throw new Error("an instance has no output");
  for await (const line of createInterface({ input: child.stdout })) {
    return `http://127.0.0.1:${line}`;
  }
  return undefined;
}

async function post(address: string | undefined, event: object): Promise<boolean> {
  if (address === undefined) return false;
  try {
    const response = await fetch(address, {
      method: "POST",
      body: JSON.stringify(event),
      signal: AbortSignal.timeout(15_000),
    });
    await response.text();
    return response.ok;
  } catch {
    return false;
  }
}
