import type { Account, App, Installation, Repository, State } from "./state.ts";

/** A JSON object on its way out. */
export type Json = Readonly<Record<string, unknown>>;

/** Something that GitHub tells the app, before it is decided who is told. */
export interface WebhookEvent {
  readonly name: string;
  readonly action: string | null;
  readonly payload: Json;
  /** The account whose installation is told, when neither a repository nor an installation is named. */
  readonly account?: Account;
  readonly repository?: Repository;
  readonly installation?: Installation;
}

/** Sizes at which GitHub starts to refuse or to cut. */
export interface Limits {
  /** Entries of a recursive tree before it is `truncated`. */
  readonly treeEntries: number;
  /** Bytes of a blob before it is refused. */
  readonly blobBytes: number;
  /** Files in a pull request's list, and in a comparison. */
  readonly pullFiles: number;
  readonly compareFiles: number;
  /** Commits in a pull request's list. */
  readonly pullCommits: number;
}

/** GitHub's published limits. */
export const GITHUB_LIMITS: Limits = {
  treeEntries: 100_000,
  blobBytes: 100 * 1024 * 1024,
  pullFiles: 3000,
  compareFiles: 300,
  pullCommits: 250,
};

/** What every part of the stand-in works on. For a stale read, `state` is an earlier snapshot. */
export interface World {
  readonly state: State;
  readonly limits: Limits;
  /** Where the stand-in listens, without a final slash. */
  readonly origin: string;
  readonly app: App;
  /** The app of GitHub's own workflows, which writes checks beside ours. */
  readonly actionsApp: App;
  /** The account that commits for people who press buttons. */
  readonly webFlow: Account;
  /** How many reads of a pull request answer `mergeable: null` after its tips moved. */
  readonly pendingMergeableReads: () => number;
  readonly clock: () => Date;
  /** The next place in the one order of requests and deliveries. */
  readonly nextSequence: () => number;
  readonly send: (event: WebhookEvent) => Promise<void>;
}

/** The time as GitHub writes it: whole seconds, UTC. */
export function timestamp(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

/** The present, as GitHub writes it. */
export function now(world: World): string {
  return timestamp(world.clock());
}

/** A fresh id. */
export function nextId(state: State): number {
  state.lastId += 1;
  return state.lastId;
}

/** An address of the API. */
export function apiUrl(world: World, path: string): string {
  return `${world.origin}/api/v3${path}`;
}

/** An address for people. */
export function webUrl(world: World, path: string): string {
  return `${world.origin}${path}`;
}

/** A global node id: opaque, and different for each kind and id. */
export function nodeId(kind: string, id: number | string): string {
  return Buffer.from(`${kind}:${id}`).toString("base64");
}
