import { generateKeyPairSync, sign } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Scene, startScene } from "./scene.ts";

let scene: Scene;
let present = new Date("2026-03-01T12:00:00Z");
beforeAll(async () => {
  scene = await startScene({ clock: () => present });
});
afterAll(() => scene.github.close());

describe("the app proves itself with a signed token", () => {
  test("and may then ask who it is", async () => {
    const answer = await scene.api("GET", "/app", undefined, jwt());
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ slug: "countersign", installations_count: 1 });
  });

  const wrong: [string, () => string][] = [
    [
      "another key",
      () =>
        jwt(
          {},
          generateKeyPairSync("rsa", { modulusLength: 2048 })
            .privateKey.export({ type: "pkcs1", format: "pem" })
            .toString(),
        ),
    ],
    ["another app", () => jwt({ iss: 1 })],
    ["it is past", () => jwt({ exp: seconds() - 1 })],
    ["it lives longer than ten minutes", () => jwt({ exp: seconds() + 1000 })],
    ["it is from the future", () => jwt({ iat: seconds() + 120 })],
    ["it is no token", () => "a.b.c"],
  ];
  test.each(wrong)("401 when %s", async (_, token) => {
    expect((await scene.api("GET", "/app", undefined, token())).status).toBe(401);
  });
});

describe("an installation's token", () => {
  const issue = (body?: object) => {
    const id = installationId();
    return scene.api("POST", `/app/installations/${id}/access_tokens`, body, jwt());
  };

  test("opens the installation's repositories, and ends after an hour", async () => {
    const { status, body } = await issue();
    expect([status, body.expires_at]).toEqual([201, "2026-03-01T13:00:00Z"]);
    expect((await scene.api("GET", "/repos/acme/agents", undefined, body.token)).status).toBe(200);
    present = new Date("2026-03-01T13:00:01Z");
    expect((await scene.api("GET", "/repos/acme/agents", undefined, body.token)).status).toBe(401);
    present = new Date("2026-03-01T12:00:00Z");
  });

  test("narrowed to other repositories does not open this one", async () => {
    const other = scene.github.createRepository({ owner: "acme", name: "other" });
    const { body } = await issue({ repository_ids: [other.id] });
    expect((await scene.api("GET", "/repos/acme/other", undefined, body.token)).status).toBe(200);
    expect((await scene.api("GET", "/repos/acme/agents", undefined, body.token)).status).toBe(404);
  });

  test("narrowed to fewer permissions is refused the others", async () => {
    const { body } = await issue({ permissions: { contents: "read" } });
    const run = { name: "countersign", head_sha: scene.head };
    const made = await scene.api("POST", "/repos/acme/agents/check-runs", run, body.token);
    expect([made.status, made.body.message]).toEqual([
      403,
      "Resource not accessible by integration",
    ]);
  });

  test("cannot be wider than the installation", async () => {
    expect((await issue({ permissions: { contents: "write" } })).status).toBe(422);
    expect((await issue({ repository_ids: [1] })).status).toBe(422);
  });

  test("sees nothing of another organization", async () => {
    await scene.github.createOrganization({ login: "zenith" });
    scene.github.createRepository({ owner: "zenith", name: "bots" });
    expect((await scene.api("GET", "/repos/zenith/bots")).status).toBe(404);
    expect((await scene.api("GET", "/orgs/zenith/teams/any")).status).toBe(403);
  });

  test("is dead while the installation is suspended, and once it is gone", async () => {
    const token = scene.github.tokenFor("acme");
    await scene.github.suspendInstallation("acme");
    expect((await scene.api("GET", "/repos/acme/agents", undefined, token)).status).toBe(403);
    await scene.github.unsuspendInstallation("acme");
    expect((await scene.api("GET", "/repos/acme/agents", undefined, token)).status).toBe(200);
    await scene.github.uninstall("acme");
    expect((await scene.api("GET", "/repos/acme/agents", undefined, token)).status).toBe(401);
  });
});

function installationId(): number {
  const created = scene.github.webhooks.deliveries.find(({ event }) => event === "installation");
  return created?.installationId ?? 0;
}

function seconds(): number {
  return Math.floor(present.getTime() / 1000);
}

function jwt(claims: object = {}, key = scene.github.app.privateKey): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const fields = { iss: scene.github.app.id, iat: seconds() - 60, exp: seconds() + 540, ...claims };
  const signed = `${part({ alg: "RS256", typ: "JWT" })}.${part(fields)}`;
  return `${signed}.${sign("RSA-SHA256", Buffer.from(signed), key).toString("base64url")}`;
}
