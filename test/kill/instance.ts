// An instance that takes events in and judges until it is killed: `instance.ts STORE NAME FAKE_GITHUB LEASE_MS THINK_MS`.
// Its one line on standard output is the port that it takes events at.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { startWorker } from "../../src/github/worker.ts";
import { openStore } from "../../src/storage/store.ts";
import type { Claim } from "../../src/storage/work/claim.ts";
import { delivery, permit, pullRequest, verdict } from "../storage/samples.ts";
import { deserved, type Message, moment } from "./fake-github.ts";

const [url = "", name = "", github = "", leaseMs = "", thinkMs = ""] = process.argv.slice(2);
const store = await openStore(url, { instance: name, leaseMs: Number(leaseMs) });
const { pid } = process;

async function tell(message: Message): Promise<{ readonly version: number }> {
  const response = await fetch(github, { method: "POST", body: JSON.stringify(message) });
  return (await response.json()) as { readonly version: number };
}

/** Writes unless an event came or the claim is lost; true when it was written. */
async function write(
  claim: Claim,
  message: { readonly number: number; readonly version: number },
  state: "in_progress" | "success" | "closed",
): Promise<boolean> {
  const asked = String(moment());
  if ((await store.work.stillCurrent(claim)) !== "current") return false;
  await tell({ kind: "write", token: claim.token, pid, ...message, state, asked });
  return true;
}

async function judge(claim: Claim): Promise<void> {
  const { subject, token } = claim;
  if (subject.kind !== "pull-request") throw new Error("there are pull requests alone");
  const { number } = subject;
  const { version } = await tell({ kind: "begin", number, token, pid });
  const state = deserved(number, version);
  const seen = { number, version };
  const opened = await write(claim, seen, "in_progress");
  await sleep(Math.random() * Number(thinkMs));
  const written = opened && (await write(claim, seen, state));
  await tell({ kind: "end", number, token, pid });
  if (!written) {
    await store.work.release(claim);
    return;
  }
  const used = { ...permit, pullNumber: number, reviewId: Math.floor(token / 5) };
  await store.work.complete(claim, { decisions: [verdict(state)], permits: [used] });
}

startWorker({
  work: store.work,
  job: async (claim) => {
    await judge(claim).catch(async (error: unknown) => {
      await tell({ kind: "end", number: Number(claim.key.split(":")[2]), token: claim.token, pid });
      throw error;
    });
  },
  concurrency: 2,
  pollMs: 100,
  heartbeatMs: Number(leaseMs) / 3,
  // The store may be away: what it held comes back when the lease ends.
  onError: () => undefined,
  onStore: () => undefined,
});

createServer((request, response) => {
  void json(request)
    .then(async (event) => {
      const { id, number } = event as { readonly id: string; readonly number: number };
      await store.inbox.accept(delivery(id, pullRequest(number)));
      response.end();
    })
    .catch(() => response.writeHead(500).end());
}).listen(0, "127.0.0.1", function (this: { address(): unknown }) {
  console.log((this.address() as AddressInfo).port);
});
