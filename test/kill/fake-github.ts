import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** Nanoseconds of the machine's one clock that never jumps: comparable between processes. */
export const moment = (): bigint => process.hrtime.bigint();

/** What an instance asks or writes. */
export type Message =
  /** An evaluation begins; answered with the version of the pull request now. */
  | {
      readonly kind: "begin";
      readonly number: number;
      readonly token: number;
      readonly pid: number;
    }
  | { readonly kind: "end"; readonly number: number; readonly token: number; readonly pid: number }
  | {
      readonly kind: "write";
      readonly number: number;
      readonly token: number;
      readonly pid: number;
      /** The version that was judged. */
      readonly version: number;
      readonly state: "in_progress" | "success" | "closed";
      /** When it began to ask whether it may still write. */
      readonly asked: string;
    };

interface Pull {
  version: number;
  readonly acknowledged: { readonly version: number; readonly at: bigint }[];
  readonly evaluations: Set<string>;
  highestToken: number;
  shown: { readonly version: number; readonly state: string } | undefined;
}

/** A GitHub that knows versions of pull requests and one check each, and that watches who writes what when. */
export interface FakeGitHub {
  readonly url: string;
  /** What must never happen, in words. */
  readonly violations: readonly string[];
  /** How many evaluations began, and how many writes came. */
  readonly counts: { readonly evaluations: number; readonly writes: number };
  /** Something happens on a pull request; its version from now on. */
  change(number: number): number;
  /** An instance has acknowledged the event of a version. */
  acknowledge(number: number, version: number): void;
  /** A process is dead: its evaluations have ended. */
  died(pid: number): void;
  /** Pull requests whose check is not what their newest version deserves. */
  unsettled(): readonly number[];
  /** Called when an evaluation begins. */
  onBegin: ((message: Message & { readonly kind: "begin" }) => void) | undefined;
  close(): Promise<void>;
}

/** Whether a version deserves success: about every third does. */
export function deserved(number: number, version: number): "success" | "closed" {
  return (number * 7 + version * 13) % 3 === 0 ? "success" : "closed";
}

/** Starts it on loopback. */
export async function startFakeGitHub(): Promise<FakeGitHub> {
  const pulls = new Map<number, Pull>();
  const violations: string[] = [];
  const counts = { evaluations: 0, writes: 0 };
  const pullOf = (number: number): Pull => {
    const known = pulls.get(number);
    if (known !== undefined) return known;
    const pull: Pull = {
      version: 0,
      acknowledged: [],
      evaluations: new Set(),
      highestToken: 0,
      shown: undefined,
    };
    pulls.set(number, pull);
    return pull;
  };

  const begin = (message: Message & { readonly kind: "begin" }): object => {
    const pull = pullOf(message.number);
    counts.evaluations += 1;
    if (pull.evaluations.size > 0) {
      violations.push(`pull request ${message.number} is evaluated twice at the same time`);
    }
    pull.evaluations.add(`${message.pid} ${message.token}`);
    pull.highestToken = Math.max(pull.highestToken, message.token);
    fake.onBegin?.(message);
    return { version: pull.version };
  };
  const write = (message: Message & { readonly kind: "write" }): object => {
    const { number, token, version, state, asked } = message;
    const pull = pullOf(number);
    counts.writes += 1;
    if (token < pull.highestToken) {
      violations.push(`${state} of pull request ${number} is written under a lost claim`);
    }
    const newer = pull.acknowledged.some(
      (seen) => seen.version > version && seen.at < BigInt(asked),
    );
    if (state === "success" && (newer || deserved(number, version) !== "success")) {
      violations.push(`pull request ${number} shows a stale success`);
    }
    pull.shown = { version, state };
    return {};
  };
  const answer = (message: Message): object => {
    if (message.kind === "begin") return begin(message);
    if (message.kind === "write") return write(message);
    pullOf(message.number).evaluations.delete(`${message.pid} ${message.token}`);
    return {};
  };

  const server = createServer((request, response) => {
    void json(request).then((message) => {
      response.end(JSON.stringify(answer(message as Message)));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");

  const fake: FakeGitHub = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    violations,
    counts,
    change: (number) => {
      const pull = pullOf(number);
      pull.version += 1;
      return pull.version;
    },
    acknowledge: (number, version) => {
      pullOf(number).acknowledged.push({ version, at: moment() });
    },
    died: (pid) => {
      for (const { evaluations } of pulls.values()) {
        for (const evaluation of evaluations) {
          if (evaluation.startsWith(`${pid} `)) evaluations.delete(evaluation);
        }
      }
    },
    unsettled: () =>
      [...pulls]
        .filter(
          ([number, { shown, version }]) =>
            shown?.version !== version || shown.state !== deserved(number, version),
        )
        .map(([number]) => number),
    onBegin: undefined,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return fake;
}
