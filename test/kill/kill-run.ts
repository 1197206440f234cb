import { setTimeout as sleep } from "node:timers/promises";
import { type Herd, type HerdOptions, startHerd } from "./herd.ts";
import { storeFaults } from "./store-faults.ts";

/** What a run came to. */
export interface KillReport {
  /** What must never happen and did, in words. */
  readonly faults: readonly string[];
  readonly events: number;
  readonly evaluations: number;
  readonly writes: number;
  readonly seconds: number;
}

/** Lets a herd work while it is disturbed, then lets it come to rest, kills it and looks at what is left. */
export async function killRun(
  options: HerdOptions,
  disturb: (herd: Herd) => Promise<void>,
): Promise<KillReport> {
  const began = performance.now();
  const herd = await startHerd(options);
  const faults: string[] = [];
  try {
    const stopLoad = herd.load();
    await disturb(herd);
    await stopLoad();
    await herd.settled();
  } catch (error) {
    faults.push(String(error));
  }
  await herd.close();
  const { github, acknowledged } = herd;
  return {
    faults: [...faults, ...github.violations, ...(await storeFaults(options.url, acknowledged))],
    events: acknowledged.length,
    ...github.counts,
    seconds: Math.round((performance.now() - began) / 1000),
  };
}

/** Kills one of a herd after the other, each at a random moment of its work. */
export async function killAtRandom(herd: Herd, instances: number, kills: number): Promise<void> {
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(50 + Math.random() * 300);
    await herd.kill(Math.floor(Math.random() * instances));
  }
}
