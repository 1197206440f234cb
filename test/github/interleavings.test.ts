import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

/**
 * What happens and what the app is told of it come in turns: the acts of a story in their order, the deliveries of each at
 * any time after it, and the app judges in between. All of it takes a machine for itself: with `EVERY_ORDER=1` all
 * interleavings are told, and a sample, the same each time, otherwise.
 */
const isWhole = process.env["EVERY_ORDER"] === "1";
const sampled = 4;
/** Has no divisor in common with 15, 105 and 945, the numbers of interleavings. */
const stride = 41;

/** Told at once: most of the time each waits. */
const lanes = isWhole ? 48 : 24;

/** An act of a story by its place, or the deliveries of what it set off. */
interface Step {
  readonly kind: "act" | "told";
  readonly place: number;
}

/** All orders of steps in which the acts come in theirs, and deliveries after what they tell of. */
function interleavings(
  count: number,
  { acted = 0, waiting = [] as readonly number[] } = {},
): readonly (readonly Step[])[] {
  if (acted === count && waiting.length === 0) return [[]];
  const acts =
    acted === count
      ? []
      : interleavings(count, { acted: acted + 1, waiting: [...waiting, acted] }).map(
          (rest): readonly Step[] => [{ kind: "act", place: acted }, ...rest],
        );
  const told = waiting.flatMap((place) =>
    interleavings(count, { acted, waiting: waiting.filter((other) => other !== place) }).map(
      (rest): readonly Step[] => [{ kind: "told", place }, ...rest],
    ),
  );
  return [...acts, ...told];
}

function chosen(count: number): readonly (readonly Step[])[] {
  const all = interleavings(count);
  if (isWhole) return all;
  const length = Math.min(sampled, all.length);
  return Array.from({ length }, (_, index) => all[(index * stride) % all.length] ?? []);
}

/** What an owner saw when they approved. */
interface Seen {
  readonly refund: string;
  /** Whether refunds of duplicates wait, as the check said; undefined: nothing was said of the commit yet. */
  readonly duplicatesWait: boolean | undefined;
}

/** Whether the data of a moment open the gate. `perhaps`: an approval was given before anything was said of its commit. */
type Justified = "yes" | "no" | "perhaps";

interface Telling {
  readonly story: string;
  readonly organization: string;
  readonly script: string;
  readonly steps: readonly Step[];
  /** Filled in as it is told. */
  stage?: Stage;
  /** Since which request the data are so. */
  readonly moments: { readonly sequence: number; readonly justified: Justified }[];
}

const tellings: readonly Telling[] = Object.entries(stories).flatMap(([story, { acts }], number) =>
  chosen(Object.keys(acts).length).map((steps, index) => ({
    story,
    organization: `turn-${number}-${index}`,
    script: steps
      .map(({ kind, place }) => `${kind === "act" ? "" : "told of "}${Object.keys(acts)[place]}`)
      .join(", "),
    steps,
    moments: [],
  })),
);

let running: Running;
let store: Database.Database;

async function tell(telling: Telling): Promise<void> {
  const { github } = running;
  const stage = await begin({ github, store }, telling.organization);
  telling.stage = stage;
  const acts = Object.values(stories[telling.story]?.acts ?? {});
  const held = new Map<number, readonly Delivery[]>();
  const seen = new Map<number, Seen>();
  /** Whether refunds of duplicates wait, by the tip of the base. */
  const tips = new Map([[tipOf(stage), false]]);
  for (const [index, { kind, place }] of telling.steps.entries()) {
    if (kind === "told") {
      await deliver(github, held.get(place) ?? []);
      // Every third one is judged together with what comes next.
      if (index % 3 !== 0) await settled(store, telling.organization);
      continue;
    }
    await settled(store, telling.organization);
    const from = github.webhooks.deliveries.length;
    const shown = seenNow(stage, tips);
    const given = new Set(stage.approved.keys());
    await acts[place]?.(stage);
    held.set(place, heldSince(stage.desk, from));
    tips.set(tipOf(stage), stage.present.duplicatesWait);
    stage.heads.add(github.pullRequest(stage.pull).head.sha);
    const [review] = [...stage.approved.keys()].filter((id) => !given.has(id));
    if (review !== undefined) seen.set(review, shown);
    const sequence = github.requests.at(-1)?.sequence ?? 0;
    telling.moments.push({ sequence, justified: justified(stage, seen) });
    // GitHub's times are whole seconds: what is said from now on is said after this.
    if (review !== undefined) await sleep(1_000);
  }
  await settled(store, telling.organization);
}

function tipOf({ desk }: Stage): string {
  return desk.github.shaOf(desk.repository, "main");
}

/** What the check says of the head. */
function seenNow({ desk, pull, present }: Stage, tips: ReadonlyMap<string, boolean>): Seen {
  const { sha } = desk.github.pullRequest(pull).head;
  const verdict = store
    .prepare<[string, number], { readonly base: string | null }>(
      "select base_sha as base from decision where kind = 'verdict' and head_sha = ? and pull_number = ? order by seq desc limit 1",
    )
    .get(sha, pull.number);
  if (verdict === undefined) return { refund: present.refund, duplicatesWait: undefined };
  // A verdict without a base says nothing of refunds.
  const known = verdict.base === null ? undefined : tips.get(verdict.base);
  return known === undefined
    ? { refund: "nothing", duplicatesWait: false }
    : { refund: present.refund, duplicatesWait: known };
}

function justified({ desk, pull, present }: Stage, seen: ReadonlyMap<number, Seen>): Justified {
  if (present.base !== "main") return "yes";
  const { reviews } = desk.github.pullRequest(pull);
  const owners = ["maria", "gina"].map((name) => desk.who(name as Cast));
  const byOwners = reviews.filter(({ user }) => owners.includes(user?.login ?? ""));
  if (byOwners.some(({ state }) => state === "CHANGES_REQUESTED")) return "no";
  const approved = byOwners.flatMap(({ id, state }) =>
    state === "APPROVED" ? (seen.get(id) ?? []) : [],
  );
  if (approved.some((what) => isMeaning(what, meaning(present)))) return "yes";
  const unsaid = approved.filter(({ duplicatesWait }) => duplicatesWait === undefined);
  return unsaid.some(({ refund }) => refund === present.refund) ? "perhaps" : "no";
}

function isMeaning({ refund, duplicatesWait }: Seen, present: string): boolean {
  return duplicatesWait !== undefined && meaning({ refund, duplicatesWait }) === present;
}

/** Successes that the pull request's commits showed when the data did not justify one. */
function unjustified({ stage, moments }: Telling): readonly string[] {
  if (stage === undefined) throw new Error("it was not told");
  const { desk, heads } = stage;
  return [...heads].flatMap((sha) =>
    desk.github
      .conclusionsOf(desk.repository, sha)
      .filter(({ conclusion }) => conclusion === "success")
      .filter(({ sequence }) => {
        const moment = moments.findLast((one) => one.sequence < sequence);
        return (moment?.justified ?? "no") === "no";
      })
      .map(({ sequence, title }) => `${sequence} on ${sha}: ${title}`),
  );
}

beforeAll(
  async () => {
    running = await startRunning();
    store = new Database(running.database, { readonly: true });
    running.github.webhooks.hold();
    const waiting = [...tellings];
    const lane = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await tell(next);
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  },
  isWhole ? 7_200_000 : 300_000,
);

afterAll(async () => {
  store.close();
  await running.close();
});

describe.each(Object.keys(stories))("%s:", (story) => {
  test.each(tellings.filter((telling) => telling.story === story))("$script", (telling) => {
    expect(unjustified(telling)).toEqual([]);
    const { desk, pull } = telling.stage as Stage;
    const { sha } = desk.github.pullRequest(pull).head;
    const isOpen = desk.github.checkRunOf(desk.repository, sha)?.conclusion === "success";
    const end = telling.moments.at(-1)?.justified;
    expect([isOpen ? "yes" : "no", "perhaps"]).toContain(end);
  });
});

test("nothing departed from GitHub's published description", () => {
  expect(running.github.violations).toEqual([]);
});
