import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Delivery } from "../stand-in/webhooks.ts";
import type { Cast } from "./desk.ts";
import { type Running, startRunning } from "./running-app.ts";
import {
  begin,
  deliver,
  heldSince,
  meaning,
  type Stage,
  settled,
  stories,
} from "./told-stories.ts";

/** Told at once: most of the time each waits. */
const lanes = 24;

/** Tellings of a story of five are a sample, the same each time: 37 has no divisor in common with 120. */
const most = 24;
const sampled = 20;

function orders(count: number): readonly (readonly number[])[] {
  const all = permutations(Array.from({ length: count }, (_, index) => index));
  if (all.length <= most) return all;
  return Array.from({ length: sampled }, (_, index) => all[(index * 37) % all.length] ?? []);
}

function permutations(items: readonly number[]): readonly (readonly number[])[] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) =>
    permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  );
}

/** What a person sees who decides whether to merge. */
interface Shown {
  readonly conclusion: string | null | undefined;
  readonly title: string | null | undefined;
  readonly owners: readonly string[];
}

interface Telling {
  readonly story: string;
  readonly organization: string;
  readonly order: readonly number[];
  /** The act whose deliveries come once more when all is over. */
  readonly twice: number;
  /** The act whose deliveries are lost until the sweep; none in every second telling. */
  readonly lost: number | undefined;
  /** Filled in as it is told. */
  stage?: Stage;
  script?: string;
  beforeSweep?: Shown;
}

const tellings: readonly Telling[] = Object.entries(stories).flatMap(([story, { acts }], number) =>
  orders(Object.keys(acts).length).map((order, index) => ({
    story,
    organization: `order-${number}-${index}`,
    order,
    twice: index % order.length,
    lost: index % 2 === 0 ? undefined : ((index - 1) / 2) % order.length,
  })),
);

let running: Running;
let store: Database.Database;
/** Deliveries that were lost, by the id that all their attempts share. */
const lostIds = new Set<string>();

async function lose(held: readonly Delivery[]): Promise<void> {
  for (const { id, guid } of held) {
    lostIds.add(guid);
    running.github.webhooks.dropNext();
    await running.github.webhooks.redeliver(id);
  }
}

async function tell(telling: Telling): Promise<void> {
  const stage = await begin({ github: running.github, store }, telling.organization);
  telling.stage = stage;
  // GitHub's times are whole seconds: what is given now is given after what was shown.
  await sleep(1_000);
  const acts = Object.entries(stories[telling.story]?.acts ?? {});
  const held: (readonly Delivery[])[] = [];
  for (const [, act] of acts) {
    const from = running.github.webhooks.deliveries.length;
    const given = stage.approved.size;
    await act(stage);
    stage.heads.add(running.github.pullRequest(stage.pull).head.sha);
    held.push(heldSince(stage.desk, from));
    // And what a sweep finds from here on, it finds after that.
    if (stage.approved.size > given) await sleep(1_000);
  }
  const name = (index: number): string => acts[index]?.[0] ?? "";
  telling.script = `${telling.order.map(name).join(", ")}; twice: ${name(telling.twice)}; lost: ${
    telling.lost === undefined ? "none" : name(telling.lost)
  }`;
  for (const [place, index] of telling.order.entries()) {
    const parts = held[index] ?? [];
    await (index === telling.lost ? lose(parts) : deliver(running.github, parts));
    // Every third one is judged together with the next.
    if ((place + telling.twice) % 3 !== 0) await sleep(300);
  }
  if (telling.twice !== telling.lost) await deliver(running.github, held[telling.twice] ?? []);
  await settled(store, telling.organization);
  telling.beforeSweep = shown(stage);
}

function shown({ desk, pull }: Stage): Shown {
  const plain = (text: string): string => text.replaceAll(desk.organization, "acme");
  const run = desk.github.checkRunOf(desk.repository, desk.github.pullRequest(pull).head.sha);
  const rows = desk.comment(pull).split("\n");
  return {
    conclusion: run?.conclusion,
    title: run?.title,
    owners: rows.filter((row) => row.startsWith("|") && row.includes("finance")).map(plain),
  };
}

/** Everything happened before the first delivery, so the data of each later moment are those of the end. */
function mayOpen({ desk, pull, present, approved }: Stage): boolean {
  if (present.base !== "main") return true;
  const { reviews } = desk.github.pullRequest(pull);
  const owners = ["maria", "gina"].map((name) => desk.who(name as Cast));
  const objects = reviews.some(
    ({ state, user }) => state === "CHANGES_REQUESTED" && owners.includes(user?.login ?? ""),
  );
  const approves = reviews.some(
    ({ id, state, user }) =>
      state === "APPROVED" &&
      owners.includes(user?.login ?? "") &&
      approved.get(id) === meaning(present),
  );
  return approves && !objects;
}

/** Every success that a commit of the pull request showed since its first answer. */
function successes({ desk, heads }: Stage): readonly string[] {
  return [...heads].flatMap((sha) =>
    desk.github
      .conclusionsOf(desk.repository, sha)
      .filter(({ conclusion }) => conclusion === "success")
      .map(({ sequence, title }) => `${sequence} on ${sha}: ${title}`),
  );
}

/** How many of the lost deliveries have not come since. */
function missing(): number {
  const { deliveries } = running.github.webhooks;
  const arrived = new Set(deliveries.filter(({ status }) => status === "OK").map(guidOf));
  return [...lostIds].filter((id) => !arrived.has(id)).length;
}

/** A sweep asks for so many at most. */
const askedFor = 50;

async function sweepUntilNothingIsLost(): Promise<void> {
  for (let left = missing(); left > 0; left = missing()) {
    await running.restart();
    await vi.waitUntil(() => missing() <= Math.max(0, left - askedFor), { timeout: 120_000 });
    await Promise.all(tellings.map(({ organization }) => settled(store, organization)));
  }
}

function guidOf({ guid }: Delivery): string {
  return guid;
}

beforeAll(async () => {
  running = await startRunning();
  store = new Database(running.database, { readonly: true });
  running.github.webhooks.hold();
  const waiting = [...tellings];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await tell(next);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  await sweepUntilNothingIsLost();
}, 600_000);

afterAll(async () => {
  store.close();
  await running.close();
});

describe.each(Object.entries(stories))("%s:", (story, { ends }) => {
  const told = tellings.filter((telling) => telling.story === story);
  const stageOf = ({ stage }: Telling): Stage => {
    if (stage === undefined) throw new Error("it was not told");
    return stage;
  };
  const inOrder = (): Shown => shown(stageOf(told[0] as Telling));

  test.each(told)("order $order, twice $twice, lost $lost", (telling) => {
    const stage = stageOf(telling);
    const { script, lost, beforeSweep } = telling;
    expect({ script, ...shown(stage) }).toEqual({ script, ...inOrder() });
    expect({ script, conclusion: shown(stage).conclusion }).toEqual({ script, conclusion: ends });
    if (lost === undefined) expect({ script, ...beforeSweep }).toEqual({ script, ...inOrder() });
    const open = mayOpen(stage) ? expect.any(Array) : [];
    expect({ script, successes: successes(stage) }).toEqual({ script, successes: open });
  });
});

test("nothing departed from GitHub's published description", () => {
  expect(running.github.violations).toEqual([]);
});
