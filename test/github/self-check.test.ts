import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { neededAccess } from "../../src/github/self-check/needed-access.ts";
import type { StandInOptions } from "../stand-in/stand-in.ts";
import { type Desk, openDesk, type Pull, policy } from "./desk.ts";
import { type Running, startRunning } from "./running-app.ts";

vi.setConfig({ testTimeout: 120_000 });

const loosened = { "kortix.yaml": policy({ refund: "always_run" }) };
const needed = neededAccess();
const registered: StandInOptions = {
  permissions: Object.fromEntries(needed.permissions) as NonNullable<StandInOptions["permissions"]>,
  events: needed.events,
};

let running: Running;
let desk: Desk;
beforeEach(async () => {
  running = await startRunning(registered);
  desk = await openDesk(running.github, { organization: "acme" });
});
afterEach(async () => {
  expect(running.github.violations).toEqual([]);
  await running.close();
});

async function readyz(): Promise<readonly [number, string]> {
  const answer = await fetch(`${running.url()}/readyz`);
  return [answer.status, await answer.text()];
}

/** Waits until `/readyz` says it; answers 200 all the while. */
async function said(words: string): Promise<string> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const [status, page] = await readyz();
    expect(status).toBe(200);
    if (page.includes(words) || performance.now() > deadline) {
      expect(page).toContain(words);
      return page;
    }
    await sleep(100);
  }
}

/** Waits until `/readyz` says nothing but that all is well. */
async function saysNothing(): Promise<void> {
  const deadline = performance.now() + 30_000;
  while ((await readyz())[1] !== well && performance.now() < deadline) await sleep(100);
  expect(await readyz()).toEqual([200, well]);
}

/** Starts the app anew, which checks everything, and waits until it has looked. */
async function checked(path = "/rules/branches/main"): Promise<void> {
  const before = running.github.requests.at(-1)?.sequence ?? 0;
  await running.restart();
  const deadline = performance.now() + 20_000;
  const looked = () =>
    running.github.requests.some(
      (request) => request.sequence > before && request.path.endsWith(path) && request.status > 0,
    );
  while (!looked() && performance.now() < deadline) await sleep(100);
  await sleep(500);
}

async function summaryOf(pull: Pull): Promise<string> {
  await desk.judged(pull, () =>
    running.github.editPullRequest(pull, { by: desk.who("nora"), title: `Now ${Math.random()}` }),
  );
  const { sha } = running.github.pullRequest(pull).head;
  return running.github.checkRunOf(desk.repository, sha)?.summary ?? "";
}

const well = "ok\nstore: ok\ngithub: ok\n";
const notice = "For administrators:";

test("nothing is said while everything is as it should be", async () => {
  await checked();
  expect(await readyz()).toEqual([200, well]);
  const pull = await desk.propose("loosen", loosened);
  expect(await summaryOf(pull)).not.toContain(notice);
});

test("what it reads is not read again: a pull request that touches no policy costs four requests", async () => {
  await checked();
  const before = running.github.requests.at(-1)?.sequence ?? 0;
  const pull = await desk.propose("docs", { "README.md": "# New\n" });
  await desk.settled(pull);
  const asked = desk.requests().filter(({ sequence }) => sequence > before);
  expect(
    asked.map(({ method, path }) => `${method} ${path.split("/").slice(4, 6).join("/")}`),
  ).toEqual(["GET pulls/1", "GET git/ref", "GET git/trees", "POST check-runs"]);
});

describe("the required check", () => {
  const problems = {
    "that no rule demands": {
      require: async () => undefined,
      line: "no rule requires the check `countersign` on `main`",
    },
    "that any source may report": {
      require: () => running.github.requireCheck({ repository: desk.repository }),
      line: "the rule on `main` takes the check `countersign` from any source",
    },
    "that the older protection takes from any source": {
      require: () =>
        running.github.requireCheck({ repository: desk.repository, via: "protection" }),
      line: "the rule on `main` takes the check `countersign` from any source",
    },
    "that is expected from another app": {
      require: () => running.github.requireCheck({ repository: desk.repository, from: 15368 }),
      line: "the rule on `main` expects the check `countersign` from another app",
    },
  };
  for (const [what, { require, line }] of Object.entries(problems)) {
    test(`${what} is told of, without closing anything`, async () => {
      await running.github.requireNothing({ repository: desk.repository });
      await require();
      await checked();
      const page = await said(`self-check: ${line.replace("`main`", "`a guarded branch`")}`);
      expect(page).not.toContain("acme");
      const pull = await desk.propose("docs", { "README.md": "# New\n" });
      await desk.settled(pull);
      expect(desk.colours(pull).at(-1)).toBe("success");
      const summary = await summaryOf(pull);
      expect(summary).toContain(notice);
      expect(summary).toContain(line);
    });
  }

  test("that the older protection demands from this app is as it should be", async () => {
    await running.github.requireNothing({ repository: desk.repository });
    await running.github.requireCheck({
      repository: desk.repository,
      from: "ours",
      via: "protection",
    });
    await checked();
    expect(await readyz()).toEqual([200, well]);
  });

  test("is looked at again when a rule changes, where GitHub tells of it", async () => {
    await running.close();
    running = await startRunning({
      ...registered,
      permissions: { ...registered.permissions, administration: "read" },
      events: [...needed.events, "repository_ruleset", "branch_protection_rule"],
    });
    desk = await openDesk(running.github, { organization: "acme" });
    await checked();
    expect(await readyz()).toEqual([200, well]);
    await running.github.requireNothing({ repository: desk.repository });
    await said("no rule requires the check");
    await running.github.requireCheck({ repository: desk.repository, from: "ours" });
    await saysNothing();
  });

  test("is claimed nowhere to be missing when GitHub does not tell the rules", async () => {
    await running.github.requireNothing({ repository: desk.repository });
    running.github.faults.next({ path: /\/rules\/branches\//, answer: 404, times: 9 });
    await checked();
    expect(await readyz()).toEqual([200, well]);
    const pull = await desk.propose("loosen", loosened);
    expect(await summaryOf(pull)).not.toContain(notice);
  });

  test("is not asked for where nothing is guarded", async () => {
    running.github.createRepository({ owner: "acme", name: "site", files: { "a.md": "a\n" } });
    await checked("/repos/acme/site/rules/branches/main");
    expect(await readyz()).toEqual([200, well]);
  });
});

describe("what the owners of an installation have not granted", () => {
  test("is told of until they do, and never leads to success", async () => {
    const { pull_requests: _withheld, ...fewer } = registered.permissions ?? {};
    await running.close();
    running = await startRunning(registered);
    const { github } = running;
    desk = await openDesk(github, { organization: "acme" });
    await github.acceptPermissions("acme", { ...fewer, pull_requests: "read" });
    await said("self-check: the app has no permission `pull_requests: write`");
    const pull = await desk.propose("loosen", loosened);
    await desk.answer(pull, "failure");
    expect(desk.colours(pull)).not.toContain("success");
    await github.acceptPermissions("acme", registered.permissions ?? {});
    await saysNothing();
    expect(await summaryOf(pull)).not.toContain(notice);
  });

  test("is also an event", async () => {
    const { github } = running;
    await openDesk(github, {
      organization: "deaf",
      events: needed.events.filter((event) => event !== "pull_request_review"),
    });
    await said(`${well}self-check: the app is not told of the event \`pull_request_review\`\n`);
  });
});
