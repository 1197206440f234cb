import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ApiAnswer, type Scene, startScene } from "./scene.ts";

let scene: Scene;
beforeEach(async () => {
  scene = await startScene();
});
afterEach(async () => {
  expect(scene.github.violations).toEqual([]);
  await scene.github.close();
});

describe("a check run", () => {
  test("gathers annotations, at most fifty a request, and shows every state in order", async () => {
    const run = await create({ status: "in_progress" });
    for (const count of [50, 50, 7]) {
      await update(run, { output: { title: "t", summary: "s", annotations: annotations(count) } });
    }
    const { body } = await update(run, { conclusion: "success" });
    expect(body).toMatchObject({
      status: "completed",
      conclusion: "success",
      output: { annotations_count: 107 },
    });
    expect(
      (await update(run, { output: { summary: "s", annotations: annotations(51) } })).status,
    ).toBe(422);
    const pages = [1, 2].map((page) =>
      scene.api(
        "GET",
        `/repos/acme/agents/check-runs/${run.body.id}/annotations?per_page=100&page=${page}`,
      ),
    );
    expect((await Promise.all(pages)).map(({ body }) => body.length)).toEqual([100, 7]);
    expect(
      scene.github.conclusionsOf("acme/agents", scene.head).map((e) => e.conclusion ?? e.status),
    ).toEqual(["in_progress", "in_progress", "in_progress", "in_progress", "success"]);
  });

  const refused: [string, object][] = [
    [
      "a summary beyond 65535 bytes, though fewer characters",
      { output: { title: "t", summary: "é".repeat(40_000) } },
    ],
    [
      "a text beyond 65535 bytes",
      { output: { title: "t", summary: "s", text: "x".repeat(65_536) } },
    ],
    ["completed without a conclusion", { status: "completed" }],
    ["`stale`, which is GitHub's to set", { conclusion: "stale" }],
    ["a commit that is not there", { head_sha: "0".repeat(40) }],
    [
      "columns over several lines",
      {
        output: {
          title: "t",
          summary: "s",
          annotations: [{ ...annotation, end_line: 2, start_column: 1 }],
        },
      },
    ],
    ["four buttons", { actions: Array(4).fill({ label: "l", description: "d", identifier: "i" }) }],
  ];
  test.each(refused)("is refused: %s", async (_, fields) => {
    expect((await create(fields)).status).toBe(422);
    expect(scene.github.checkRunsOf("acme/agents", scene.head)).toEqual([]);
  });

  test("of another app cannot be changed", async () => {
    const { id } = await scene.github.postForeignCheckRun({
      repository: "acme/agents",
      sha: scene.head,
      name: "countersign",
      conclusion: "success",
    });
    const answer = await scene.api("PATCH", `/repos/acme/agents/check-runs/${id}`, {
      conclusion: "failure",
    });
    expect(answer.status).toBe(403);
  });

  test("is listed newest first, the latest of each app and name", async () => {
    const [, second] = [await create({}), await create({ conclusion: "failure" })];
    const foreign = { repository: "acme/agents", sha: scene.head, name: "countersign" };
    const { id } = await scene.github.postForeignCheckRun(foreign);
    const list = (query: string) =>
      scene.api("GET", `/repos/acme/agents/commits/loosen/check-runs${query}`);
    expect(ids(await list(""))).toEqual([id, second?.body.id]);
    expect(ids(await list("?filter=all"))).toHaveLength(3);
    expect(ids(await list(`?app_id=${scene.github.app.id}&status=completed`))).toEqual([
      second?.body.id,
    ]);
  });
});

describe("the box under the pull request", () => {
  test("is red until the newest run of the name has passed", async () => {
    await scene.github.requireCheck({ repository: "acme/agents", from: "ours" });
    expect(scene.github.mergeBox(scene.pull)).toMatchObject({
      satisfied: false,
      because: "expected: waiting to be reported",
    });
    const run = await create({ status: "in_progress" });
    expect(scene.github.mergeBlockers(scene.pull)).toEqual([
      "countersign: the check is in_progress",
    ]);
    await expect(scene.github.merge({ pull: scene.pull, as: "lena" })).rejects.toThrow(
      "GitHub does not merge",
    );
    await update(run, { conclusion: "neutral" });
    expect(scene.github.mergeBox(scene.pull, { from: "ours" })).toMatchObject({ satisfied: true });
    await scene.github.merge({ pull: scene.pull, as: "lena" });
    expect(scene.github.pullRequest(scene.pull).merged).toBe(true);
  });

  test("can be fooled by another app only when no app is pinned, and a status must agree", async () => {
    const on = { repository: "acme/agents", sha: scene.head };
    await scene.github.postForeignCheckRun({ ...on, name: "countersign", conclusion: "success" });
    expect(scene.github.mergeBox(scene.pull).satisfied).toBe(true);
    expect(scene.github.mergeBox(scene.pull, { from: "ours" }).satisfied).toBe(false);
    await scene.github.postStatus({ ...on, context: "countersign", state: "pending", by: "lena" });
    expect(scene.github.mergeBox(scene.pull)).toMatchObject({
      satisfied: false,
      because: "the commit status is pending",
    });
  });
});

const annotation = {
  path: "kortix.yaml",
  start_line: 1,
  end_line: 1,
  annotation_level: "warning",
  message: "m",
};

function annotations(count: number): object[] {
  return Array(count).fill(annotation);
}

function create(fields: object): Promise<ApiAnswer> {
  const run = { name: "countersign", head_sha: scene.head, ...fields };
  return scene.api("POST", "/repos/acme/agents/check-runs", run);
}

function update(run: ApiAnswer, fields: object): Promise<ApiAnswer> {
  return scene.api("PATCH", `/repos/acme/agents/check-runs/${run.body.id}`, fields);
}

function ids(answer: ApiAnswer): number[] {
  return answer.body.check_runs.map(({ id }: { id: number }) => id);
}
