import { afterEach, beforeEach, expect, test } from "vitest";
import { type Scene, startScene } from "./scene.ts";

let scene: Scene;
beforeEach(async () => {
  scene = await startScene();
});
afterEach(() => scene.github.close());

const PULL = "/repos/acme/agents/pulls/1";

test("an answer in GitHub's place, as often as wanted", async () => {
  const answer = { status: 429, retryAfter: 7, message: "slow down" };
  scene.github.faults.next({ method: "GET", path: /pulls/, times: 2, answer });
  const answers = [
    await scene.api("GET", PULL),
    await scene.api("GET", PULL),
    await scene.api("GET", PULL),
  ];
  expect(answers.map(({ status }) => status)).toEqual([429, 429, 200]);
  expect(answers[0]?.headers.get("retry-after")).toBe("7");
  expect(scene.github.faults.unmet).toBe(0);
  expect(scene.github.requests.map(({ status, faulty }) => [status, faulty])).toEqual([
    [429, true],
    [429, true],
    [200, false],
  ]);
});

test("an answer in GitHub's place, for the third request of its kind", async () => {
  scene.github.faults.next({ path: /pulls/, after: 2, answer: 500 });
  const answers: number[] = [];
  for (let count = 0; count < 4; count += 1) answers.push((await scene.api("GET", PULL)).status);
  expect(answers).toEqual([200, 200, 500, 200]);
  expect(scene.github.faults.unmet).toBe(0);
});

test("a cut connection, before or after the request took effect", async () => {
  const run = { name: "countersign", head_sha: scene.head };
  const create = () => scene.api("POST", "/repos/acme/agents/check-runs", run);
  scene.github.faults.next({ path: /check-runs/, answer: "reset" });
  await expect(create()).rejects.toThrow();
  expect(scene.github.checkRunsOf("acme/agents", scene.head)).toHaveLength(0);
  scene.github.faults.next({ path: /check-runs/, answer: "reset", applied: true });
  await expect(create()).rejects.toThrow();
  expect(scene.github.checkRunsOf("acme/agents", scene.head)).toHaveLength(1);
});

test("no answer at all", async () => {
  scene.github.faults.next({ path: /pulls/, answer: "timeout" });
  const headers = { authorization: `token ${scene.github.tokenFor("acme")}` };
  const signal = AbortSignal.timeout(50);
  await expect(fetch(`${scene.github.url}${PULL}`, { headers, signal })).rejects.toThrow("timeout");
});

test("a request held at the door, while the world changes", async () => {
  const held = scene.github.faults.hold({ method: "GET", path: /pulls\/1$/ });
  const answer = scene.api("GET", PULL);
  await held.arrived;
  await scene.github.editPullRequest(scene.pull, { by: "lena", title: "changed meanwhile" });
  held.release();
  expect((await answer).body.title).toBe("changed meanwhile");
});

test("reads of a replica that lags", async () => {
  const snapshot = scene.github.faults.snapshot();
  await scene.github.submitReview({ pull: scene.pull, user: "maria", state: "APPROVED" });
  scene.github.faults.stale({ path: /reviews$/, reads: 1, snapshot });
  const read = async () => (await scene.api("GET", `${PULL}/reviews`)).body.length;
  expect([await read(), await read()]).toEqual([0, 1]);
});
