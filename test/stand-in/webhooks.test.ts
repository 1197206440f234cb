import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Scene, startScene } from "./scene.ts";

interface Received {
  readonly event: string;
  readonly guid: string;
  readonly signature: string;
  readonly body: string;
}

let scene: Scene;
let app: Server;
let received: Received[];
let answer: number;

beforeEach(async () => {
  received = [];
  answer = 202;
  app = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const header = (name: string): string => String(request.headers[name]);
    received.push({
      event: header("x-github-event"),
      guid: header("x-github-delivery"),
      signature: header("x-hub-signature-256"),
      body: Buffer.concat(chunks).toString(),
    });
    response.writeHead(answer).end("thanks");
  });
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  scene = await startScene();
  scene.github.deliverTo(`http://127.0.0.1:${(app.address() as AddressInfo).port}/hook`);
});
afterEach(async () => {
  await scene.github.close();
  app.closeAllConnections();
  app.close();
});

test("are signed over the very bytes that are sent", async () => {
  await review();
  const [delivery] = received;
  const hmac = createHmac("sha256", scene.github.app.webhookSecret).update(delivery?.body ?? "");
  expect(delivery?.event).toBe("pull_request_review");
  expect(delivery?.signature).toBe(`sha256=${hmac.digest("hex")}`);
  expect(JSON.parse(delivery?.body ?? "")).toMatchObject({
    action: "submitted",
    review: { state: "commented", commit_id: scene.head, user: { login: "maria" } },
    pull_request: { number: 1, head: { sha: scene.head } },
    installation: { id: expect.any(Number) },
  });
});

test("can be held back and let go in another order", async () => {
  scene.github.webhooks.hold();
  await review();
  await scene.github.convertToDraft(scene.pull, "lena");
  expect(received).toEqual([]);
  await scene.github.webhooks.release((held) => held.toReversed());
  expect(received.map(({ event }) => event)).toEqual(["pull_request", "pull_request_review"]);
});

test("can arrive twice with one id", async () => {
  scene.github.webhooks.duplicateNext();
  await review();
  expect(received).toHaveLength(2);
  expect(new Set(received.map(({ guid }) => guid)).size).toBe(1);
});

test("that were lost or refused are listed as failed, and can be had again under the same id", async () => {
  scene.github.webhooks.dropNext();
  await review();
  answer = 503;
  await review();
  answer = 200;
  await review();
  const jwt = await appJwt();
  const failed = await scene.api(
    "GET",
    "/app/hook/deliveries?status=failure&per_page=1",
    undefined,
    jwt,
  );
  expect(failed.body).toMatchObject([
    { status: "Invalid HTTP Response: 503", status_code: 503, redelivery: false },
  ]);
  const next = /<([^>]+)>; rel="next"/.exec(failed.headers.get("link") ?? "")?.[1] ?? "";
  const older = await scene.api(
    "GET",
    next.slice(`${scene.github.url}/api/v3`.length),
    undefined,
    jwt,
  );
  const [lost] = older.body;
  expect(lost).toMatchObject({ status: "dropped on the way", event: "pull_request_review" });
  const whole = await scene.api("GET", `/app/hook/deliveries/${lost.id}`, undefined, jwt);
  expect(whole.body.request.payload.action).toBe("submitted");
  await scene.api("POST", `/app/hook/deliveries/${lost.id}/attempts`, undefined, jwt);
  await scene.github.webhooks.settled();
  expect(received.at(-1)?.guid).toBe(lost.guid);
  expect(scene.github.webhooks.deliveries.at(-1)).toMatchObject({ redelivery: true, status: "OK" });
  expect(scene.github.violations).toEqual([]);
});

test("go to an app that subscribed, is installed and is not suspended", async () => {
  await scene.github.comment({ pull: scene.pull, user: "maria", body: "not subscribed" });
  await scene.github.suspendInstallation("acme");
  await review();
  await scene.github.unsuspendInstallation("acme");
  await scene.github.uninstall("acme");
  await review();
  expect(received.map(({ event }) => event)).toEqual([
    "installation",
    "installation",
    "installation",
  ]);
});

async function review(): Promise<void> {
  await scene.github.submitReview({ pull: scene.pull, user: "maria", state: "COMMENTED" });
}

/** The app's own token, made by the library that makes it in production. */
async function appJwt(): Promise<string> {
  const { ProbotOctokit } = await import("probot");
  const { id: appId, privateKey } = scene.github.app;
  const octokit = new ProbotOctokit({ auth: { appId, privateKey } });
  const { token } = (await octokit.auth({ type: "app" })) as { token: string };
  return token;
}
