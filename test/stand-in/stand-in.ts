import { generateKeyPairSync, type KeyPairKeyObjectResult } from "node:crypto";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { accountOf, addAccount } from "./accounts.ts";
import { type CheckActs, checkActs } from "./acts/check-acts.ts";
import { type InstallationActs, installationActs } from "./acts/installation-acts.ts";
import { type MergeActs, mergeActs } from "./acts/merge-acts.ts";
import { type MergeQueueActs, mergeQueueActs } from "./acts/merge-queue-acts.ts";
import { type PeopleActs, peopleActs } from "./acts/people-acts.ts";
import { type PullRequestActs, pullRequestActs } from "./acts/pull-request-acts.ts";
import { type RepositoryActs, repositoryActs } from "./acts/repository-acts.ts";
import { APP_EVENTS, APP_PERMISSIONS, registerApp } from "./app-identity.ts";
import { issueToken } from "./authentication.ts";
import { FaultPlan, type Faults } from "./faults.ts";
import { type Readings, readings } from "./readings.ts";
import type { RecordedRequest, Violation } from "./request-log.ts";
import { createRouter } from "./router.ts";
import { routeTable } from "./routes/table.ts";
import { createApiServer } from "./server.ts";
import { emptyState, type Permissions } from "./state.ts";
import { createWebhooks, type Webhooks } from "./webhooks.ts";
import { GITHUB_LIMITS, type Limits, timestamp, type World } from "./world.ts";

/** How a stand-in differs from the usual. */
export interface StandInOptions {
  /** The present; the machine's own clock if left out. */
  readonly clock?: () => Date;
  /** The app's registration. */
  readonly permissions?: Permissions;
  readonly events?: readonly string[];
  readonly webhookSecret?: string;
  /** Reads of a pull request that answer `mergeable: null` each time its tips moved. */
  readonly pendingMergeableReads?: number;
  /** Smaller sizes, to reach GitHub's limits cheaply. */
  readonly limits?: Partial<Limits>;
  /** 0, a free one, if left out. */
  readonly port?: number;
}

/** What the app under test is configured with. */
interface AppCredentials {
  readonly id: number;
  readonly slug: string;
  /** PEM, PKCS #1. */
  readonly privateKey: string;
  readonly webhookSecret: string;
}

/** A GitHub of one's own. Every act of a person resolves once its webhooks were answered. */
export interface StandIn
  extends PeopleActs,
    InstallationActs,
    RepositoryActs,
    PullRequestActs,
    MergeActs,
    MergeQueueActs,
    CheckActs,
    Readings {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** `127.0.0.1:PORT`, as Probot's `GHE_HOST` wants it; `GHE_PROTOCOL` is `http`. */
  readonly host: string;
  readonly app: AppCredentials;
  readonly webhooks: Webhooks;
  /** Where webhooks go from now on: the full address of the app's webhook endpoint, or `null`. */
  deliverTo(url: string | null): void;
  readonly webhookTarget: string | null;
  readonly faults: Faults;
  readonly requests: readonly RecordedRequest[];
  readonly violations: readonly Violation[];
  /** A token as the app itself would get it, for tests that call the API directly. */
  tokenFor(account: string, narrowed?: { permissions?: Permissions; lifeSeconds?: number }): string;
  /** Changes how many reads of a pull request answer `mergeable: null` after a move. */
  setPendingMergeableReads(reads: number): void;
  /** Resolves when nobody has asked or been told anything for so long; rejects when that takes too long. */
  idle(quietMs?: number, limitMs?: number): Promise<void>;
  close(): Promise<void>;
}

/** Made once in a process: it is the slowest part of a start. */
let keyPair: KeyPairKeyObjectResult | undefined;

/** Starts a stand-in on a free port of 127.0.0.1. */
export async function startStandIn(options: StandInOptions = {}): Promise<StandIn> {
  keyPair ??= generateKeyPairSync("rsa", { modulusLength: 2048 });
  const keys = keyPair;
  const webhookSecret = options.webhookSecret ?? "a secret of the stand-in";
  const clock = options.clock ?? (() => new Date());
  const state = emptyState();
  const webhooks = createWebhooks(webhookSecret);
  const faults = new FaultPlan(() => state);
  let sequence = 0;
  let pendingReads = options.pendingMergeableReads ?? 0;

  const born = timestamp(clock());
  const github = addAccount(state, { login: "github", type: "Organization" }, born);
  const webFlow = addAccount(
    state,
    { login: "web-flow", type: "User", name: "GitHub", emails: ["noreply@github.com"] },
    born,
  );
  const app = registerApp(
    state,
    github,
    {
      slug: "countersign",
      permissions: options.permissions ?? APP_PERMISSIONS,
      events: options.events ?? APP_EVENTS,
    },
    born,
  );
  const actionsApp = registerApp(
    state,
    github,
    { id: 15368, slug: "github-actions", permissions: { checks: "write" }, events: [] },
    born,
  );

  const requests: RecordedRequest[] = [];
  const violations: Violation[] = [];
  const origin = { url: "" };
  const world: World = {
    state,
    limits: { ...GITHUB_LIMITS, ...options.limits },
    get origin() {
      return origin.url;
    },
    app,
    actionsApp,
    webFlow,
    pendingMergeableReads: () => pendingReads,
    clock,
    nextSequence: () => {
      sequence += 1;
      return sequence;
    },
    send: (event) => webhooks.send(world, event),
  };
  const server = createApiServer({
    world,
    publicKey: keys.publicKey,
    route: createRouter(routeTable(webhooks)),
    faults,
    requests,
    violations,
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  origin.url = `http://127.0.0.1:${port}`;
  let webhookTarget: string | null = null;

  return {
    ...peopleActs(world),
    ...installationActs(world),
    ...repositoryActs(world),
    ...pullRequestActs(world),
    ...mergeActs(world),
    ...mergeQueueActs(world),
    ...checkActs(world),
    ...readings(world),
    url: origin.url,
    host: `127.0.0.1:${port}`,
    app: {
      id: app.id,
      slug: app.slug,
      privateKey: keys.privateKey.export({ type: "pkcs1", format: "pem" }).toString(),
      webhookSecret,
    },
    webhooks,
    deliverTo: (url) => {
      webhookTarget = url;
      webhooks.deliverTo(url);
    },
    get webhookTarget() {
      return webhookTarget;
    },
    faults,
    requests,
    violations,
    tokenFor: (login, narrowed = {}) => {
      const account = accountOf(state, login);
      const installation = [...state.installations.values()].find((one) => one.account === account);
      if (installation === undefined) throw new Error(`the app is not installed on ${login}`);
      const wanted = { permissions: narrowed.permissions, repositoryIds: null };
      return issueToken(world, installation, wanted, narrowed.lifeSeconds).token;
    },
    setPendingMergeableReads: (reads) => {
      pendingReads = reads;
    },
    idle: async (quietMs = 100, limitMs = 10_000) => {
      const deadline = performance.now() + limitMs;
      for (let seen = -1; seen !== sequence; ) {
        seen = sequence;
        await setTimeout(quietMs);
        await webhooks.settled();
        if (performance.now() > deadline) throw new Error(`not idle after ${limitMs} ms`);
      }
    },
    close: async () => {
      webhooks.deliverTo(null);
      faults.clear();
      await webhooks.settled();
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
