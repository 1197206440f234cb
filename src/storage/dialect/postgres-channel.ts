import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { withTimeLimit } from "../time-limit.ts";
import type { DueChannel } from "./dialect.ts";

const CHANNEL = "countersign_due";
const RECONNECT_MS = 1_000;
const GOODBYE_MS = 1_000;
const ANNOUNCE_LIMIT_MS = 5_000;

const ignore = (): void => undefined;

interface Listening {
  readonly client: Client;
  /** Resolves when the connection has ended, for whatever reason. */
  readonly ended: Promise<void>;
}

async function listen(
  client: Client,
  hear: (payload: string | undefined) => void,
): Promise<Listening> {
  const ended = new Promise<void>((resolve) => {
    client.once("end", resolve);
  });
  // Its end tells enough; without a listener an error would end the process.
  client.on("error", ignore);
  client.on("notification", ({ payload }) => hear(payload));
  try {
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
  } catch (error) {
    void client.end().catch(ignore);
    throw error;
  }
  return { client, ended };
}

/**
 * Opens a channel over LISTEN and NOTIFY, on a connection of its own. When that is lost it connects again, a second
 * later and as often as it takes, and then calls `heard`, because something may have been announced meanwhile.
 *
 * Rejects when the first connection cannot be made.
 */
export async function openPostgresChannel(
  createClient: () => Client,
  heard: () => void,
): Promise<DueChannel> {
  const own = randomUUID();
  const closing = new AbortController();
  const connect = (): Promise<Listening> =>
    listen(createClient(), (payload) => {
      if (payload !== own) heard();
    });
  let listening: Listening | undefined = await connect();

  const keepListening = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await listening?.ended;
      listening = undefined;
      await sleep(RECONNECT_MS, undefined, { signal: closing.signal }).catch(ignore);
      if (closing.signal.aborted) return;
      listening = await connect().catch(() => undefined);
      if (listening !== undefined) heard();
    }
    await listening?.client.end();
  };
  const kept = keepListening();

  // One at a time: what is announced meanwhile is announced once, afterwards.
  let isUnsaid = false;
  let isSpeaking = false;
  const announceAll = async (): Promise<void> => {
    if (isSpeaking) return;
    isSpeaking = true;
    while (isUnsaid) {
      isUnsaid = false;
      const said = listening?.client.query("select pg_notify($1, $2)", [CHANNEL, own]);
      if (said !== undefined) await withTimeLimit(ANNOUNCE_LIMIT_MS, said).catch(ignore);
    }
    isSpeaking = false;
  };

  return {
    announce: () => {
      isUnsaid = true;
      void announceAll();
    },
    close: async () => {
      closing.abort();
      const ended = Promise.all([listening?.client.end(), kept]);
      await withTimeLimit(GOODBYE_MS, ended).catch(ignore);
    },
  };
}
