import Database from "better-sqlite3";
import { describe, test, vi } from "vitest";
import { openDesk, policy } from "./desk.ts";
import { sharedRunning } from "./shared-running.ts";

vi.setConfig({ maxConcurrency: 40, testTimeout: 90_000 });

const running = sharedRunning();

const loosened = { "kortix.yaml": policy({ refund: "always_run", reply: "always_run" }) };

interface Spent {
  readonly review_id: number;
  readonly connector: string;
  readonly merge_sha: string | null;
}

/** What the store holds of approvals that were used. */
function spentOn(headSha: string): readonly Spent[] {
  const store = new Database(running.database, { readonly: true });
  try {
    return store
      .prepare<[string], Spent>(
        "select review_id, connector, merge_sha from permit where head_sha = ? order by connector",
      )
      .all(headSha);
  } finally {
    store.close();
  }
}

describe.concurrent("a pull request that was merged as approved", () => {
  test("has spent its approvals once, however often GitHub tells of it", async ({ expect }) => {
    const desk = await openDesk(running.github, { organization: "merged" });
    const pull = await desk.propose("loosen", loosened);
    const maria = await desk.approve(pull, "maria");
    const hugo = await desk.approve(pull, "hugo");
    await desk.answer(pull, "success");
    await desk.settled(pull);
    const { sha } = desk.github.pullRequest(pull).head;
    expect(spentOn(sha)).toEqual([]);

    let merge = "";
    await desk.judged(pull, async () => {
      merge = await desk.github.merge({ pull, as: desk.who("lena") });
    });
    const spent = [
      { review_id: hugo, connector: "helpdesk", merge_sha: merge },
      { review_id: maria, connector: "stripe", merge_sha: merge },
    ];
    expect(spentOn(sha)).toEqual(spent);

    const closed = desk.github.webhooks.deliveries.findLast(
      ({ event, action, body }) =>
        event === "pull_request" &&
        action === "closed" &&
        body.includes('"full_name":"merged/desk"'),
    );
    await desk.github.webhooks.redeliver(closed?.id ?? 0);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(spentOn(sha)).toEqual(spent);
  });

  test("and one that was only closed has spent nothing", async ({ expect }) => {
    const desk = await openDesk(running.github, { organization: "abandoned" });
    const pull = await desk.propose("loosen", loosened);
    await desk.approve(pull, "maria");
    await desk.approve(pull, "hugo");
    await desk.answer(pull, "success");
    const { sha } = desk.github.pullRequest(pull).head;
    await desk.judged(pull, () => desk.github.closePullRequest(pull, desk.who("nora")));
    expect(spentOn(sha)).toEqual([]);
  });
});

describe.concurrent("two installations of one app", () => {
  test("know nothing of each other, though names, numbers and policies are equal", async ({
    expect,
  }) => {
    const [east, west] = await Promise.all(
      ["east", "west"].map((organization) => openDesk(running.github, { organization })),
    );
    if (east === undefined || west === undefined) throw new Error("two desks were opened");
    const pulls = await Promise.all([
      east.propose("loosen", loosened),
      west.propose("loosen", loosened),
    ]);
    const [eastern, western] = pulls;
    expect(eastern.number).toBe(western.number);
    await east.approve(eastern, "maria");
    await east.approve(eastern, "hugo");
    await east.answer(eastern, "success", "@east/finance");
    await west.settled(western);
    expect(west.colours(western)).not.toContain("success");
    expect(west.comment(western)).not.toContain("east");
    const tokens = (desk: typeof east) =>
      new Set(desk.requests().map(({ installationId }) => installationId));
    expect(tokens(east).size).toBe(1);
    expect(tokens(west).size).toBe(1);
    expect([...tokens(east)]).not.toEqual([...tokens(west)]);
  });
});

test("nothing departed from GitHub's description", ({ expect }) => {
  expect(running.github.violations).toEqual([]);
});
