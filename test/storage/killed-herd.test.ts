import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { startHerd } from "../kill/herd.ts";
import { killAtRandom, killRun } from "../kill/kill-run.ts";
import { storeFaults } from "../kill/store-faults.ts";
import { describeStores, sharedStoreFactories } from "./store-factories.ts";

describeStores(sharedStoreFactories, "instances that are killed", ({ create }) => {
  test("four that create a store together, and are killed three times at work, lose nothing, write nothing twice and show nothing stale", async () => {
    const url = await create();
    const options = { url, instances: 4, pulls: 8, leaseMs: 5_000, thinkMs: 12 };
    const { faults, evaluations } = await killRun(options, async (herd) => {
      await killAtRandom(herd, 4, 3);
      await vi.waitUntil(() => herd.github.counts.evaluations > 10, { timeout: 60_000 });
    });
    expect(faults).toEqual([]);
    expect(evaluations).toBeGreaterThan(10);
  });

  test("one that sleeps longer than its lease writes nothing any more when it wakes", async () => {
    const url = await create();
    const leaseMs = 1_500;
    const herd = await startHerd({ url, instances: 2, pulls: 1, leaseMs, thinkMs: 1_000 });
    onTestFinished(() => herd.close());
    const { github } = herd;
    const begun = new Promise<number>((resolve) => {
      github.onBegin = ({ pid }) => resolve(pid);
    });
    await herd.send(1);
    const sleeper = await begun;
    process.kill(sleeper, "SIGSTOP");
    // Its evaluation still goes on as far as it knows: that another one begins is not against it.
    github.died(sleeper);
    await herd.settled();
    const { writes } = github.counts;
    process.kill(sleeper, "SIGCONT");
    await sleep(1_500);
    expect(github.counts.writes).toBe(writes);
    expect(github.violations).toEqual([]);
    expect(await storeFaults(url, herd.acknowledged)).toEqual([]);
  });
});
