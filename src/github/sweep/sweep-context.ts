import type { Logger } from "probot";
import type { Store } from "../../storage/store.ts";
import type { InstallationClients } from "../installation-clients.ts";
import type { RateLimits } from "../rate-limits.ts";
import type { Spread } from "./spread.ts";
import type { SweepMemory } from "./sweep-memory.ts";

/** What every part of a sweep needs. */
export interface SweepContext {
  readonly store: Store;
  readonly clients: InstallationClients;
  readonly rateLimits: RateLimits;
  /** The GitHub App's own id. */
  readonly appId: number;
  readonly memory: SweepMemory;
  readonly spread: Spread;
  /** Time between two sweeps of an installation, in milliseconds. */
  readonly everyMs: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** When the app was started: what was checked before is checked again. */
  readonly startedAt: number;
  readonly log: Logger;
  /** Folder with files that do not lie in repositories; undefined: there is none. */
  readonly corpusRoot: string | undefined;
  /** Says in the log what failed, until the same thing fails with another answer. */
  readonly saidOnce: (what: string, error: unknown, message: string) => void;
  /** Told how many failed deliveries were asked for again. */
  readonly onRedelivery: (count: number) => void;
  /** Aborted when the app ends. */
  readonly stopping: AbortSignal;
}
