import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Probot } from "probot";
import { describe, expect, test } from "vitest";
import { explained } from "../../src/app.ts";
import {
  defaultDatabaseUrl,
  EnvironmentError,
  readEnvironment,
} from "../../src/github/environment.ts";
import { healthHandler } from "../../src/github/health.ts";
import { readiness } from "../../src/github/readiness.ts";
import { openStore } from "../../src/storage/store.ts";
import { StoreError } from "../../src/storage/store-error.ts";
import { sourceProgram } from "./app-process.ts";
import { startRunning } from "./running-app.ts";

const good = { APP_ID: " 42 ", PRIVATE_KEY: "key", WEBHOOK_SECRET: "a secret" };

describe("the environment", () => {
  test("names the app and its store, with a default for the store", () => {
    const deliveryDays = 30;
    const defaults = {
      appId: 42,
      databaseUrl: defaultDatabaseUrl,
      deliveryDays,
      corpusRoot: undefined,
    };
    expect(readEnvironment(good)).toEqual(defaults);
    const { PRIVATE_KEY: _key, ...others } = good;
    const env = { ...others, PRIVATE_KEY_PATH: "key.pem", DATABASE_URL: "sqlite:/data/a.db" };
    expect(readEnvironment(env)).toEqual({ ...defaults, databaseUrl: "sqlite:/data/a.db" });
    expect(readEnvironment({ ...env, DELIVERY_RETENTION_DAYS: "7" })).toMatchObject({
      deliveryDays: 7,
    });
    expect(readEnvironment({ ...env, CORPUS_ROOT: "/mnt/calls" }).corpusRoot).toBe("/mnt/calls");
  });

  test.each<[string, Readonly<Record<string, string | undefined>>, string]>([
    ["no app", { APP_ID: undefined }, "APP_ID must be the number"],
    ["an app that is no number", { APP_ID: "countersign" }, "APP_ID must be the number"],
    ["an app that is no id", { APP_ID: "0" }, "APP_ID must be the number"],
    ["an app that is no whole number", { APP_ID: "4.2" }, "APP_ID must be the number"],
    ["a retention below GitHub's own", { DELIVERY_RETENTION_DAYS: "6" }, "at least 7"],
    ["a retention that is no number", { DELIVERY_RETENTION_DAYS: "1e3" }, "at least 7"],
    [
      "a relative folder of saved calls",
      { CORPUS_ROOT: "calls" },
      "CORPUS_ROOT must be the absolute",
    ],
    ["no key", { PRIVATE_KEY: undefined }, "PRIVATE_KEY or PRIVATE_KEY_PATH must be set"],
    ["a blank key", { PRIVATE_KEY: " " }, "PRIVATE_KEY or PRIVATE_KEY_PATH must be set"],
    ["no secret", { WEBHOOK_SECRET: undefined }, "WEBHOOK_SECRET must be set"],
    ["an empty secret", { WEBHOOK_SECRET: "" }, "WEBHOOK_SECRET must be set"],
    ["a blank secret", { WEBHOOK_SECRET: "  " }, "WEBHOOK_SECRET must be set"],
    ["Probot's own secret", { WEBHOOK_SECRET: "development" }, "which everybody knows"],
    [
      "Probot's own secret with a blank",
      { WEBHOOK_SECRET: "development " },
      "which everybody knows",
    ],
  ])("is refused with %s", (_what, env, message) => {
    const read = () => readEnvironment({ ...good, ...env });
    expect(read).toThrow(EnvironmentError);
    expect(read).toThrow(message);
  });

  test("and a store that cannot be opened are explained; other errors are not", () => {
    expect(explained(new EnvironmentError("set it"))).toBe(true);
    expect(explained(new StoreError("gone", "look"))).toBe(true);
    expect(explained(new Error("a fault of ours"))).toBe(false);
  });
});

test("`serve` without a secret ends with 2 and one sentence, and listens nowhere", async () => {
  const folder = mkdtempSync(join(tmpdir(), "countersign-test-"));
  const child = spawn(process.execPath, [...sourceProgram.map(absolute), "serve"], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      APP_ID: "1",
      PRIVATE_KEY: "key",
      WEBHOOK_SECRET: "development",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stdout.on("data", (text: Buffer) => {
    said += text.toString();
  });
  child.stderr.on("data", (text: Buffer) => {
    said += text.toString();
  });
  const [status] = (await once(child, "close")) as [number | null];
  rmSync(folder, { recursive: true });
  expect(status).toBe(2);
  expect(said.trim().split("\n")).toHaveLength(1);
  expect(said).toContain("WEBHOOK_SECRET is `development`, which everybody knows");
});

/** A package's name as a file, because the folder of the test holds no packages. */
function absolute(argument: string): string {
  return argument === "tsx" ? import.meta.resolve("tsx") : argument;
}

describe("health", () => {
  test("/livez and /readyz are well while the app runs; /readyz says when GitHub refuses it", async () => {
    const running = await startRunning();
    const get = async (path: string): Promise<[number, string]> => {
      const answer = await fetch(`${running.url()}${path}`);
      return [answer.status, await answer.text()];
    };
    try {
      expect(await get("/livez")).toEqual([200, "ok\n"]);
      // At its start the app asks by itself who it is.
      while (!running.github.requests.some(({ path }) => path === "/app")) await sleep(50);
      running.github.faults.next({ path: /^\/app$/, answer: 401 });
      expect(await get("/readyz")).toEqual([
        503,
        "not ready\nstore: ok\ngithub: does not answer (401)\n",
      ]);
      expect(await get("/readyz?verbose")).toEqual([200, "ok\nstore: ok\ngithub: ok\n"]);
      running.github.faults.next({ path: /^\/app$/, answer: 401 });
      expect((await get("/readyz"))[0]).toBe(200);
      expect((await get("/readyzz"))[0]).toBe(404);
    } finally {
      await running.close();
    }
  });

  test("/readyz says when the store is gone, without an address", async () => {
    const store = await openStore("sqlite::memory:");
    await store.close();
    const getAuthenticated = async (): Promise<object> => ({});
    const app = {
      auth: async () => ({ rest: { apps: { getAuthenticated } } }),
    } as unknown as Probot;
    const handler = healthHandler(readiness(app, store));
    const server = createServer((request, response) => {
      handler(request, response).then(
        (answered) => answered || response.writeHead(404).end(),
        () => response.destroy(),
      );
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([
      503,
      "not ready\nstore: does not answer\ngithub: ok\n",
    ]);
    const alive = await fetch(`http://127.0.0.1:${port}/livez`);
    expect([alive.status, await alive.text()]).toEqual([200, "ok\n"]);
    expect((await fetch(`http://127.0.0.1:${port}/livez`, { method: "POST" })).status).toBe(404);
    server.closeAllConnections();
    server.close();
  });
});
