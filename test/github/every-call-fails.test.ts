import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, test, vi } from "vitest";
import { commitAnswer } from "./commit-check.ts";
import { type Desk, openDesk, type Pull, policy } from "./desk.ts";
import { type Running, startRunning } from "./running-app.ts";

/**
 * Every call that the app makes of GitHub fails once, in every way. All of it is as many stories as one machine tells in
 * minutes, so each call meets every third way, in turn with its neighbours; with `EVERY_FAULT=1` it meets all.
 */
const isWhole = process.env["EVERY_FAULT"] === "1";

const limitMs = isWhole ? 3_600_000 : 240_000;
/** All stories are told one scene and one way after the other: an app without a turn for seconds is taken for a slow GitHub. */
vi.setConfig({ maxConcurrency: isWhole ? 1 : 8, testTimeout: limitMs, hookTimeout: limitMs });

const ways = {
  "no answer": "timeout",
  "a 403": 403,
  "a 404": 404,
  "a 422": 422,
  "a 429 with Retry-After": { status: 429, retryAfter: 1 },
  "a 500": 500,
} as const;
type Way = keyof typeof ways;
const wayNames = Object.keys(ways) as Way[];

const loosened = { "kortix.yaml": policy({ refund: "always_run" }) };

/** What there is before a scene. */
interface Setting {
  readonly pull: Pull;
  readonly review: number;
  /** Head of the pull request's group in a merge queue, where it is in one. */
  readonly group: string;
}

/** What is done while one call fails. */
interface Scene {
  /** Everything before it, undisturbed; absent: nothing. */
  readonly before?: (desk: Desk) => Promise<Setting>;
  /** The commit whose check tells the answer. */
  readonly act: (desk: Desk, setting: Setting) => Promise<string>;
  /** Whether a success that is written from then on is one of something that is approved. */
  readonly mayOpen: boolean;
}

const nothing: Setting = { pull: { repository: "", number: 0 }, review: 0, group: "" };

async function proposed(desk: Desk): Promise<Setting> {
  const pull = await desk.propose("loosen", loosened);
  await desk.answer(pull, "action_required");
  await atRest(desk);
  return { ...nothing, pull };
}

async function approved(desk: Desk): Promise<Setting> {
  const { pull } = await proposed(desk);
  const review = await desk.approve(pull, "maria");
  await desk.answer(pull, "success");
  await atRest(desk);
  return { ...nothing, pull, review };
}

async function enqueued(desk: Desk, { pull }: Setting): Promise<string> {
  const { headSha } = await desk.github.enqueue({ pull, as: desk.who("lena") });
  return headSha;
}

async function queued(desk: Desk): Promise<Setting> {
  const one = await approved(desk);
  const group = await enqueued(desk, one);
  await commitAnswer(desk, group, "success");
  await atRest(desk);
  return { ...one, group };
}

const headOf = ({ github }: Desk, pull: Pull): string => github.pullRequest(pull).head.sha;

async function dismiss(desk: Desk, { pull, review }: Setting): Promise<void> {
  await desk.github.dismissReview({ pull, review, by: desk.who("lena") });
}

const scenes: Readonly<Record<string, Scene>> = {
  "a policy change is opened": {
    act: async (desk) => headOf(desk, await desk.propose("loosen", loosened)),
    mayOpen: false,
  },
  "its owner approves": {
    before: proposed,
    act: async (desk, { pull }) => {
      await desk.approve(pull, "maria");
      return headOf(desk, pull);
    },
    mayOpen: true,
  },
  "the approval is dismissed while the check is green": {
    before: approved,
    act: async (desk, one) => {
      await dismiss(desk, one);
      return headOf(desk, one.pull);
    },
    mayOpen: false,
  },
  "a merge group is checked": { before: approved, act: enqueued, mayOpen: true },
  "the approval is dismissed while its merge group is green": {
    before: queued,
    act: async (desk, one) => {
      await dismiss(desk, one);
      return one.group;
    },
    mayOpen: false,
  },
  "it lands as approved": {
    before: approved,
    act: ({ github, who }, { pull }) => github.merge({ pull, as: who("lena") }),
    mayOpen: false,
  },
  "it lands without approval": {
    before: proposed,
    act: ({ github, organization }, { pull }) =>
      github.merge({ pull, as: `${organization}-admin`, bypass: true }),
    mayOpen: false,
  },
};
const sceneNames = Object.keys(scenes);

/** One request of a scene: the n-th of its endpoint, counted from 0. */
interface Asked {
  readonly endpoint: string;
  readonly nth: number;
}

/** What a scene comes to. */
interface End {
  readonly conclusion: string | undefined;
  readonly title: string;
  /** Approvals that were used up by the commit. */
  readonly spent: number;
  readonly incidents: number;
}

interface Story {
  /** Absent: it is opened for the story. */
  readonly desk?: Desk;
  readonly scene: Scene;
  readonly undisturbed: End;
  readonly asked: Asked;
  readonly way: Way;
}

let running: Running;
let store: Database.Database;
const recorded = new Map<string, readonly Asked[]>();
const stories = new Map<string, readonly Story[]>();

beforeAll(async () => {
  running = await startRunning({}, { requestLimitMs: isWhole ? 5_000 : 1_500, lanes: 80 });
  store = new Database(running.database, { readonly: true });
  const models = await opened(sceneNames.map((_, index) => `model-${index}`));
  const cases = await Promise.all(
    sceneNames.map(async (name, index) => {
      const scene = sceneOf(name);
      const { end: undisturbed, asked } = await told(scene, models[index] as Desk, () => {});
      recorded.set(name, inOrder(asked));
      return inOrder(asked).flatMap((one, place) =>
        wayNames
          .filter((_, turn) => isWhole || (turn + place) % 3 === 0)
          .map((way) => ({ name, scene, undisturbed, asked: one, way })),
      );
    }),
  );
  const desks = await opened(isWhole ? [] : cases.flat().map((_, index) => `fails-${index}`));
  for (const [index, { name, ...story }] of cases.flat().entries()) {
    const desk = desks[index];
    const own = desk === undefined ? story : { ...story, desk };
    stories.set(name, [...(stories.get(name) ?? []), own]);
  }
});
afterAll(async () => {
  store.close();
  await running.close();
});

function sceneOf(name: string): Scene {
  const scene = scenes[name];
  if (scene === undefined) throw new Error(`there is no scene ${name}`);
  return scene;
}

/** The app is told of nothing else: who the people are does not change. */
const events = ["merge_group", "pull_request", "pull_request_review", "push"];

/** Opens desks, and waits until nothing is asked because the app was installed. */
async function opened(organizations: readonly string[]): Promise<readonly Desk[]> {
  const desks: Desk[] = [];
  for (const organization of organizations) {
    desks.push(await openDesk(running.github, { organization, events }));
  }
  await running.github.idle(2_500, 60_000);
  return desks;
}

/** Tells a scene; what was asked in it, what its check showed, and what it came to. */
async function told(
  scene: Scene,
  desk: Desk,
  disturb: () => void,
): Promise<{
  readonly asked: Desk["github"]["requests"];
  readonly shown: readonly string[];
  end: End;
}> {
  const { github, repository } = desk;
  const setting = (await scene.before?.(desk)) ?? nothing;
  const before = desk.requests().length;
  const { pull, group } = setting;
  const known = [group, pull.number === 0 ? "" : headOf(desk, pull)].filter((sha) => sha !== "");
  const stood = new Set(
    known.flatMap((sha) => github.conclusionsOf(repository, sha)).map(({ sequence }) => sequence),
  );
  disturb();
  const sha = await scene.act(desk, setting);
  await atRest(desk);
  const shown = github
    .conclusionsOf(repository, sha)
    .filter(({ sequence }) => !stood.has(sequence))
    .map(({ conclusion, status }) => conclusion ?? status);
  return { asked: desk.requests().slice(before), shown, end: endOf(desk, sha) };
}

/** Requests, each as the n-th of its endpoint. */
function inOrder(requests: Desk["github"]["requests"]): readonly Asked[] {
  const counts = new Map<string, number>();
  return requests.map(({ method, path, endpoint }) => {
    if (endpoint === null) throw new Error(`GitHub has no ${method} ${path}`);
    const nth = counts.get(endpoint) ?? 0;
    counts.set(endpoint, nth + 1);
    return { endpoint, nth };
  });
}

/** Waits until no work of the organization is to be done within the minute, longer than any retry of one failure, and nothing is asked. */
async function atRest(desk: Desk): Promise<void> {
  const due = store.prepare<[string, number], { readonly key: string; readonly error: string }>(
    "select key, last_error as error from work where owner = ? and (lease_owner is not null or run_at <= ?) limit 1",
  );
  let seen = -1;
  const deadline = performance.now() + limitMs / 2;
  // Looks, not time: a machine that is busy gives the app, which runs in this process, as many turns between them.
  for (let quiet = 0; quiet < 14; ) {
    await sleep(50);
    const asked = desk.requests().length;
    const waits = due.get(desk.organization, Date.now() + 60_000);
    if (performance.now() > deadline) {
      throw new Error(`${desk.organization} did not come to rest: ${JSON.stringify(waits)}`);
    }
    quiet = waits === undefined && asked === seen ? quiet + 1 : 0;
    seen = asked;
  }
}

function endOf({ github, repository }: Desk, sha: string): End {
  const last = github.conclusionsOf(repository, sha).at(-1);
  const count = (sql: string): number =>
    store.prepare<[string], { readonly n: number }>(sql).get(sha)?.n ?? 0;
  return {
    conclusion: last?.conclusion ?? last?.status,
    title: last?.title ?? "",
    spent: count("select count(*) as n from permit where merge_sha = ?"),
    incidents: count("select count(*) as n from decision where kind = 'incident' and head_sha = ?"),
  };
}

/** The path of an endpoint in one organization. */
function pathIn(organization: string, endpoint: string): RegExp {
  const [, template = ""] = endpoint.split(" ");
  const known: Readonly<Record<string, string>> = { owner: organization, org: organization };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === "ref" || name === "basehead" ? ".+" : (known[name] ?? "[^/]+"),
  );
  if (path === template.replace(/\{\w+\}/g, "[^/]+")) {
    throw new Error(`${endpoint} does not name the organization`);
  }
  return new RegExp(`^${path}$`);
}

/** Faults that were not met, because what they would have hit had been read before. */
let readBefore = 0;

/** What is wrong with how a story went; empty when nothing is. */
async function faultsOf(
  { scene, undisturbed, asked, way }: Story,
  desk: Desk,
): Promise<readonly string[]> {
  const [method = ""] = asked.endpoint.split(" ");
  const path = pathIn(desk.organization, asked.endpoint);
  const { shown, end } = await told(scene, desk, () => {
    const { nth: after } = asked;
    running.github.faults.next({ method, path, after, answer: ways[way] });
  });
  const wrong: string[] = [];
  if (!desk.requests().some(({ faulty }) => faulty)) {
    // The self-check may have read the tree of the trust branch before, and how often it is judged is a matter of time.
    if (asked.endpoint.includes("/git/trees/") || (isWhole && asked.nth > 0)) readBefore += 1;
    else wrong.push("it was not asked");
  }
  if (!scene.mayOpen && shown.includes("success")) wrong.push(`it showed ${shown}`);
  if (!isRight(end, undisturbed, way)) wrong.push(`it came to ${JSON.stringify(end)}`);
  const which = `call ${asked.nth + 1} of ${asked.endpoint}, ${way}`;
  return wrong.map((words) => `${which}: ${words}`);
}

/**
 * The end is that of the undisturbed scene. Only a 404 says something, namely that nobody is there, and where it is a lie
 * the check may stay closed, with a reason, until the next event or sweep.
 */
function isRight(end: End, undisturbed: End, way: Way): boolean {
  const isSame =
    end.conclusion === undisturbed.conclusion &&
    end.spent === undisturbed.spent &&
    end.incidents === undisturbed.incidents;
  const isClosed = end.conclusion === "action_required" || end.conclusion === "failure";
  const staysClosed = undisturbed.incidents === end.incidents && isClosed && end.title !== "";
  return isSame || (way === "a 404" && staysClosed);
}

describe("undisturbed", () => {
  test.for([
    ["a policy change is opened", "action_required", 13],
    ["its owner approves", "success", 8],
    ["the approval is dismissed while the check is green", "action_required", 6],
    ["a merge group is checked", "success", 6],
    ["the approval is dismissed while its merge group is green", "failure", 8],
    ["it lands as approved", undefined, 6],
    ["it lands without approval", "failure", 8],
  ] as const)("%s: %s, in at least %i calls", ([name, conclusion, calls], { expect }) => {
    const [story] = stories.get(name) ?? [];
    expect(story?.undisturbed.conclusion).toBe(conclusion);
    expect(story?.undisturbed.spent).toBe(name === "it lands as approved" ? 1 : 0);
    expect(story?.undisturbed.incidents).toBe(name === "it lands without approval" ? 1 : 0);
    expect(recorded.get(name)?.length).toBeGreaterThanOrEqual(calls);
  });
});

describe.concurrent("whichever call fails", () => {
  test.for(sceneNames.flatMap((scene) => wayNames.map((way) => [scene, way] as const)))(
    "while %s, by %s",
    async ([scene, way], { expect }) => {
      const own = (stories.get(scene) ?? []).filter((story) => story.way === way);
      expect(own.length).toBeGreaterThan(0);
      const names = own.map((_, index) => `${way}-${index}-of-${sceneNames.indexOf(scene)}`);
      const desks = isWhole
        ? await opened(names.map((name) => name.replace(/\W/g, "-").toLowerCase()))
        : own.flatMap(({ desk }) => desk ?? []);
      const wrong = await Promise.all(
        own.map((story, index) => faultsOf(story, desks[index] as Desk)),
      );
      expect(wrong.flat()).toEqual([]);
    },
  );
});

test("every fault was met, and nothing departed from GitHub's description", ({ expect }) => {
  expect(running.github.faults.unmet).toBe(readBefore);
  expect(running.github.violations).toEqual([]);
});
