import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { openStore } from "../../src/storage/store.ts";
import {
  describeStores,
  openForTest,
  postgres,
  type SharedStoreFactory,
  sharedStoreFactories,
} from "./store-factories.ts";

const program = fileURLToPath(new URL("./hurried-instance.ts", import.meta.url));

interface Instance {
  readonly child: ChildProcess;
  /** What the store has confirmed to it, line by line. */
  readonly confirmed: () => readonly string[];
}

function start(url: string, name: string): Instance {
  const child = spawn(process.execPath, ["--import", "tsx", program, url, name], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let output = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  return { child, confirmed: () => output.split("\n").slice(0, -1) };
}

async function killInTheMiddle({ child, confirmed }: Instance): Promise<void> {
  while (confirmed().length < 10) {
    if (child.exitCode !== null) throw new Error("the instance ended by itself");
    await sleep(5);
  }
  await sleep(Math.random() * 60);
  const closed = once(child, "close");
  child.kill("SIGKILL");
  await closed;
}

function after(word: string, lines: readonly string[]): readonly string[] {
  return lines.filter((line) => line.startsWith(word)).map((line) => line.slice(word.length));
}

function countsOf(keys: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}

async function expectNothingLost(
  { execute }: SharedStoreFactory,
  url: string,
  names: readonly string[],
  confirmed: readonly string[],
): Promise<void> {
  if (url.startsWith("sqlite:")) {
    expect(await execute(url, "pragma integrity_check")).toEqual([{ integrity_check: "ok" }]);
  }
  for (const instance of names) await (await openStore(url, { instance })).close();
  const { inbox, work, decisions } = await openForTest(url);
  expect((await work.backlog()).leased, "leases of the dead are released").toBe(0);
  expect(
    await inbox.missing(after("accepted ", confirmed)),
    "confirmed deliveries are there",
  ).toEqual([]);

  const verdicts: string[] = [];
  const spent: string[] = [];
  for await (const { kind, workKey, token, body } of decisions.exportSince(0)) {
    if (kind === "verdict") verdicts.push(`${workKey} ${token}`);
    if (kind === "spent") spent.push(JSON.stringify(body));
  }
  expect(verdicts, "confirmed verdicts are there").toEqual(
    expect.arrayContaining([...after("completed ", confirmed)]),
  );
  expect(new Set(verdicts).size, "no claim has two verdicts").toBe(verdicts.length);
  expect(new Set(spent).size, "no approval is spent twice").toBe(spent.length);

  const deliveries = (await execute(url, "select delivery_id as id from delivery")) as readonly {
    id: string;
  }[];
  const events = deliveries.map(({ id }) => id.split("/").at(-1) ?? "");
  const tracked = await work.subjectsOf(1, 42);
  const generations = tracked.map(({ subject, generation }) => [
    subject.kind === "pull-request" ? subject.number : subject.kind,
    generation,
  ]);
  expect(Object.fromEntries(generations), "every event raised a generation, once").toEqual(
    countsOf(events),
  );
  for (const { subject, generation, runAt } of tracked) {
    if (subject.kind !== "pull-request" || runAt !== undefined) continue;
    const latest = await decisions.latestVerdict(42, subject.number);
    expect(latest?.generation, "what is not due was judged at its last event").toBe(generation);
  }
}

describeStores(sharedStoreFactories, "instances that are killed", (factory) => {
  const names = factory === postgres ? ["one", "two", "three", "four"] : ["one", "two"];
  const rounds = factory === postgres ? 5 : 3;

  test(`${names.length} that start together on a new store, and are killed ${rounds} times, lose nothing and write nothing twice`, {
    timeout: 120_000,
  }, async () => {
    const url = await factory.create();
    const confirmed: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const instances = names.map((name) => start(url, name));
      await Promise.all(instances.map(killInTheMiddle));
      for (const instance of instances) confirmed.push(...instance.confirmed());
      await expectNothingLost(factory, url, names, confirmed);
    }
  });
});
