import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Delivery } from "../stand-in/webhooks.ts";
import { type Cast, type Desk, openDesk, type Pull, policy } from "./desk.ts";
import { type Running, startRunning } from "./running-app.ts";

/** The words of the pull request and its base that decide what it means. */
interface Present {
  refund: string;
  /** Whether the base has a rule of its own for refunds of duplicates. */
  duplicatesWait: boolean;
  base: string;
}

/** One telling of a story. */
interface Stage {
  readonly desk: Desk;
  readonly pull: Pull;
  readonly present: Present;
  /** What the pull request meant when each approval was given, by the review's id. */
  readonly approved: Map<number, string>;
  readonly reviewOf: Map<Cast, number>;
  /** Every commit that the pull request had for its head. */
  readonly heads: Set<string>;
}

type Act = (stage: Stage) => Promise<unknown>;

const meaning = ({ refund, duplicatesWait }: Present): string => `${refund} ${duplicatesWait}`;

const approve =
  (by: Cast): Act =>
  async ({ desk, pull, present, approved, reviewOf }) => {
    const review = await desk.approve(pull, by);
    approved.set(review, meaning(present));
    reviewOf.set(by, review);
  };
const object =
  (by: Cast): Act =>
  ({ desk, pull }) =>
    desk.approve(pull, by, "CHANGES_REQUESTED");
const dismiss =
  (by: Cast): Act =>
  ({ desk, pull, reviewOf }) =>
    desk.github.dismissReview({ pull, review: reviewOf.get(by) ?? 0, by: desk.who("lena") });
const push =
  (refund: string): Act =>
  ({ desk, present }) => {
    present.refund = refund;
    return desk.push("change", { "kortix.yaml": policy({ refund }) });
  };
const pushLayout: Act = ({ desk }) => desk.push("change", { "README.md": "# The desk\n" });
const pushToBase: Act = ({ desk }) => baseCommit(desk, { "docs/hours.md": "Nine to five.\n" });
/** Refunds of duplicates still wait, which the pull request does not alter any more. */
const pushMeaningToBase: Act = ({ desk, present }) => {
  present.duplicatesWait = true;
  const first = `  - match: "stripe.create_refund"
    action: require_approval
    conditions:
      - arg: reason
        match: "duplicate"
`;
  return baseCommit(desk, { "kortix.yaml": policy({ first }) });
};
const retarget =
  (base: string): Act =>
  ({ desk, pull, present }) => {
    present.base = base;
    return desk.github.editPullRequest(pull, { by: desk.who("nora"), base });
  };
const close: Act = ({ desk, pull }) => desk.github.closePullRequest(pull, desk.who("nora"));
const reopen: Act = ({ desk, pull }) => desk.github.reopenPullRequest(pull, desk.who("nora"));

function baseCommit(desk: Desk, files: Readonly<Record<string, string>>): Promise<string> {
  const { repository, organization } = desk;
  const author = `${organization}-admin`;
  return desk.github.commit({ repository, branch: "main", author, files });
}

/** What happens, in the order in which it happens, and what it comes to. */
const stories: Readonly<Record<string, { acts: Readonly<Record<string, Act>>; ends: string }>> = {
  "an approval that another one replaces": {
    acts: { approve: approve("maria"), dismiss: dismiss("maria"), again: approve("gina") },
    ends: "success",
  },
  "an approval of what is pushed away": {
    acts: { approve: approve("maria"), push: push("block"), layout: pushLayout },
    ends: "action_required",
  },
  "an approval of what the base changes": {
    acts: { approve: approve("maria"), base: pushMeaningToBase, docs: pushToBase },
    ends: "action_required",
  },
  "an approval of what is pushed away and comes back": {
    acts: {
      approve: approve("maria"),
      push: push("block"),
      back: push("always_run"),
      base: pushToBase,
    },
    ends: "success",
  },
  "a change request after an approval, and a way round": {
    acts: {
      approve: approve("maria"),
      away: retarget("other"),
      back: retarget("main"),
      object: object("gina"),
    },
    ends: "action_required",
  },
  "approvals of what was shown while the base moved": {
    acts: {
      approve: approve("maria"),
      close,
      reopen,
      base: pushMeaningToBase,
      again: approve("gina"),
    },
    ends: "action_required",
  },
};

/** Told at once: most of the time each waits. */
const lanes = 48;

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

/** Neither due, nor being judged, nor to be tried again within two minutes. */
async function settled(organization: string): Promise<void> {
  const row = store.prepare(
    "select 1 from work where owner = ? and (lease_owner is not null or run_at <= ?) limit 1",
  );
  const deadline = performance.now() + 120_000;
  for (let quiet = 0; quiet < 4; ) {
    quiet = row.get(organization, Date.now() + 120_000) === undefined ? quiet + 1 : 0;
    if (performance.now() > deadline) throw new Error(`${organization} is judged without end`);
    await sleep(50);
  }
}

/** What was held for a repository since, as far as it is news to the app. */
function heldSince({ github, repository }: Desk, from: number): readonly Delivery[] {
  return github.webhooks.deliveries
    .slice(from)
    .filter(
      ({ event, action, body }) =>
        ["push", "pull_request", "pull_request_review"].includes(event) &&
        action !== "review_requested" &&
        body.includes(`"full_name":"${repository}"`),
    );
}

async function deliver(held: readonly Delivery[]): Promise<void> {
  for (const { id } of held) await running.github.webhooks.redeliver(id);
}

async function lose(held: readonly Delivery[]): Promise<void> {
  for (const { id, guid } of held) {
    lostIds.add(guid);
    running.github.webhooks.dropNext();
    await running.github.webhooks.redeliver(id);
  }
}

async function begin(organization: string): Promise<Stage> {
  const { github } = running;
  const from = github.webhooks.deliveries.length;
  const desk = await openDesk(github, { organization });
  await desk.push("other", { "README.md": "# Elsewhere\n" });
  const pull = await desk.propose("change", { "kortix.yaml": policy({ refund: "always_run" }) });
  await deliver(heldSince(desk, from));
  await desk.answer(pull, "action_required", "Closed: waiting for the owners of `stripe`");
  await settled(organization);
  const present = { refund: "always_run", duplicatesWait: false, base: "main" };
  const heads = new Set([github.pullRequest(pull).head.sha]);
  return { desk, pull, present, approved: new Map(), reviewOf: new Map(), heads };
}

async function tell(telling: Telling): Promise<void> {
  const stage = await begin(telling.organization);
  telling.stage = stage;
  // GitHub's times are whole seconds: what is given now is given after what was shown.
  await sleep(1_000);
  const acts = Object.entries(stories[telling.story]?.acts ?? {});
  const held: (readonly Delivery[])[] = [];
  for (const [, act] of acts) {
    const from = running.github.webhooks.deliveries.length;
    await act(stage);
    stage.heads.add(running.github.pullRequest(stage.pull).head.sha);
    held.push(heldSince(stage.desk, from));
  }
  const name = (index: number): string => acts[index]?.[0] ?? "";
  telling.script = `${telling.order.map(name).join(", ")}; twice: ${name(telling.twice)}; lost: ${
    telling.lost === undefined ? "none" : name(telling.lost)
  }`;
  for (const [place, index] of telling.order.entries()) {
    const parts = held[index] ?? [];
    await (index === telling.lost ? lose(parts) : deliver(parts));
    // Every third one is judged together with the next.
    if ((place + telling.twice) % 3 !== 0) await sleep(300);
  }
  if (telling.twice !== telling.lost) await deliver(held[telling.twice] ?? []);
  await settled(telling.organization);
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

async function sweepUntilNothingIsLost(): Promise<void> {
  const { deliveries } = running.github.webhooks;
  const arrived = () => new Set(deliveries.filter(({ status }) => status === "OK").map(guidOf));
  for (let round = 0; [...lostIds].some((id) => !arrived().has(id)); round += 1) {
    // A sweep asks for fifty at most.
    if (round === 5) throw new Error("what was lost did not come back");
    await running.restart();
    await sleep(2_000);
    await Promise.all(tellings.map(({ organization }) => settled(organization)));
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
}, 300_000);

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
