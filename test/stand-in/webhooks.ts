import { createHmac, randomUUID } from "node:crypto";
import { installationFor } from "./repositories.ts";
import type { Installation } from "./state.ts";
import { nodeId, timestamp, type WebhookEvent, type World } from "./world.ts";

/** One attempt to tell the app something. */
export interface Delivery {
  readonly id: number;
  /** The same for all attempts of one event. */
  readonly guid: string;
  readonly event: string;
  readonly action: string | null;
  readonly installationId: number;
  readonly repositoryId: number | null;
  readonly redelivery: boolean;
  /** The bytes that are signed and sent. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly sequence: number;
  deliveredAt: string;
  /** `waiting` while held or on its way; else GitHub's word for how it went. */
  status: string;
  /** Of the app's answer; 0 while waiting, 502 or 504 when there was none. */
  statusCode: number;
  responseBody: string | null;
  /** Seconds. */
  duration: number;
}

/** GitHub's side of webhook delivery, and what a test may do to it. */
export interface Webhooks {
  readonly deliveries: readonly Delivery[];
  /** Where to send from now on; `null` for nowhere. */
  deliverTo(url: string | null): void;
  /** From now on deliveries wait. */
  hold(): void;
  readonly held: readonly Delivery[];
  /** Delivers what was held, one after the other, in the order that the function makes of it. Later events go out at once again. */
  release(order?: (held: readonly Delivery[]) => readonly Delivery[]): Promise<void>;
  /** The next deliveries are lost on the way, and recorded as failed. */
  dropNext(count?: number): void;
  /** The next deliveries arrive twice, with the same id, without being a redelivery in the record. */
  duplicateNext(count?: number): void;
  /** Sends a recorded delivery again: same GUID, same body, a new record. */
  redeliver(id: number): Promise<Delivery>;
  /** Resolves when nothing is on its way. */
  settled(): Promise<void>;
}

/** Delivered whether the app subscribed or not. */
const ALWAYS: ReadonlySet<string> = new Set(["installation", "installation_repositories"]);
const TIMEOUT_MS = 10_000;

/** Webhooks for one app; `send` decides who is told, records and delivers. */
export function createWebhooks(secret: string): Webhooks & {
  send(world: World, event: WebhookEvent): Promise<void>;
} {
  const deliveries: Delivery[] = [];
  const held: Delivery[] = [];
  const onTheWay = new Set<Promise<void>>();
  let target: string | null = null;
  let holding = false;
  let drops = 0;
  let duplicates = 0;
  let clock = (): Date => new Date();
  let nextSequence = (): number => 0;

  const add = (fields: Omit<Delivery, "id" | "sequence" | "deliveredAt" | keyof Outcome>) => {
    const delivery: Delivery = {
      ...fields,
      id: 700_000 + deliveries.length,
      sequence: nextSequence(),
      deliveredAt: timestamp(clock()),
      ...WAITING,
    };
    deliveries.push(delivery);
    return delivery;
  };
  const deliver = async (delivery: Delivery): Promise<void> => {
    if (drops > 0) {
      drops -= 1;
      Object.assign(delivery, lost("dropped on the way"));
      return;
    }
    const work = attempt(delivery);
    onTheWay.add(work);
    await work.finally(() => onTheWay.delete(work));
  };
  const attempt = async (delivery: Delivery): Promise<void> => {
    const started = performance.now();
    const outcome = await post(target, delivery);
    Object.assign(delivery, outcome, { duration: (performance.now() - started) / 1000 });
    if (duplicates > 0) {
      duplicates -= 1;
      await post(target, delivery);
    }
  };

  return {
    deliveries,
    held,
    deliverTo: (url) => {
      target = url;
    },
    hold: () => {
      holding = true;
    },
    release: async (order = (waiting) => waiting) => {
      holding = false;
      for (const delivery of order(held.splice(0))) await deliver(delivery);
    },
    dropNext: (count = 1) => {
      drops += count;
    },
    duplicateNext: (count = 1) => {
      duplicates += count;
    },
    redeliver: async (id) => {
      const first = deliveries.find((delivery) => delivery.id === id);
      if (first === undefined) throw new Error(`no delivery ${id}`);
      const again = add({ ...first, redelivery: true });
      await deliver(again);
      return again;
    },
    settled: async () => {
      while (onTheWay.size > 0) await Promise.all(onTheWay);
    },
    send: async (world, event) => {
      clock = world.clock;
      nextSequence = world.nextSequence;
      const installation = installationToTell(world, event);
      if (installation === undefined) return;
      const body = JSON.stringify({
        ...event.payload,
        ...("installation" in event.payload
          ? {}
          : {
              installation: {
                id: installation.id,
                node_id: nodeId("Installation", installation.id),
              },
            }),
      });
      const guid = randomUUID();
      const delivery = add({
        guid,
        event: event.name,
        action: event.action,
        installationId: installation.id,
        repositoryId: event.repository?.id ?? null,
        redelivery: false,
        body,
        headers: {
          accept: "*/*",
          "content-type": "application/json",
          "user-agent": "GitHub-Hookshot/stand-in",
          "x-github-delivery": guid,
          "x-github-event": event.name,
          "x-github-hook-id": "400",
          "x-github-hook-installation-target-id": String(world.app.id),
          "x-github-hook-installation-target-type": "integration",
          "x-hub-signature": `sha1=${hmac("sha1", secret, body)}`,
          "x-hub-signature-256": `sha256=${hmac("sha256", secret, body)}`,
        },
      });
      if (holding) held.push(delivery);
      else await deliver(delivery);
    },
  };
}

type Outcome = Pick<Delivery, "status" | "statusCode" | "responseBody" | "duration">;

const WAITING: Outcome = { status: "waiting", statusCode: 0, responseBody: null, duration: 0 };

function lost(status: string, statusCode = 502): Outcome {
  return { status, statusCode, responseBody: null, duration: 0 };
}

async function post(target: string | null, delivery: Delivery): Promise<Outcome> {
  if (target === null) return lost("failed to connect to host");
  try {
    const answer = await fetch(target, {
      method: "POST",
      headers: delivery.headers,
      body: delivery.body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return {
      status: answer.ok ? "OK" : `Invalid HTTP Response: ${answer.status}`,
      statusCode: answer.status,
      responseBody: await answer.text(),
      duration: 0,
    };
  } catch (error) {
    return error instanceof Error && error.name === "TimeoutError"
      ? lost("timed out", 504)
      : lost("failed to connect to host");
  }
}

function installationToTell(world: World, event: WebhookEvent): Installation | undefined {
  const installation =
    event.installation ??
    (event.repository
      ? installationFor(world.state, event.repository, world.app.id)
      : [...world.state.installations.values()].find(
          ({ app, account }) => app.id === world.app.id && account === event.account,
        ));
  if (installation === undefined) return undefined;
  if (ALWAYS.has(event.name)) return installation;
  const told = installation.suspendedAt === null && installation.events.includes(event.name);
  return told ? installation : undefined;
}

function hmac(algorithm: string, secret: string, body: string): string {
  return createHmac(algorithm, secret).update(body).digest("hex");
}
