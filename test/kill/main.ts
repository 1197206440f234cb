// Kills, pauses and crashes under load, and looks at what is left: `main.ts [sqlite|postgres|crash|pause|fleet ...]`.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { postgresBinaries, startPostgres } from "../storage/postgres-server.ts";
import { fleetRun } from "./fleet.ts";
import type { Herd } from "./herd.ts";
import { killAtRandom, killRun } from "./kill-run.ts";

const instances = 4;
const herd = { instances, pulls: 8, leaseMs: 5_000, thinkMs: 12 };
const kills = Number(process.env["KILLS"] ?? 60);

type Run = () => Promise<{ readonly faults: readonly string[] }>;

async function onPostgres<T>(
  run: (server: Awaited<ReturnType<typeof startPostgres>>) => Promise<T>,
): Promise<T> {
  const binaries = postgresBinaries();
  if (binaries === undefined) throw new Error("no PostgreSQL server is installed");
  const server = await startPostgres(binaries, { durable: true });
  try {
    return await run(server);
  } finally {
    await server.remove();
  }
}

async function pauseInTurn({ pause }: Herd): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) {
    await sleep(500);
    await pause(turn % instances, 2_500);
  }
}

const runs: Readonly<Record<string, Run>> = {
  sqlite: async () => {
    const folder = mkdtempSync(join(tmpdir(), "countersign-kill-"));
    const url = `sqlite:${join(folder, "store.db")}`;
    try {
      return await killRun({ ...herd, url }, (all) => killAtRandom(all, instances, kills));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  postgres: () =>
    onPostgres(({ url }) =>
      killRun({ ...herd, url }, (all) => killAtRandom(all, instances, kills)),
    ),
  crash: () =>
    onPostgres((server) =>
      killRun({ ...herd, url: server.url }, async () => {
        for (let crash = 0; crash < 10; crash += 1) {
          await sleep(300 + Math.random() * 900);
          await server.crash();
          await sleep(Math.random() * 300);
          await server.start();
        }
      }),
    ),
  pause: () => onPostgres(({ url }) => killRun({ ...herd, leaseMs: 1_200, url }, pauseInTurn)),
  fleet: () =>
    onPostgres(({ url }) =>
      fleetRun({
        url,
        organizations: 10,
        pullsEach: 20,
        events: Number(process.env["EVENTS"] ?? 5_000),
        patienceMs: 600_000,
      }),
    ),
};

const named = process.argv.slice(2);
for (const [name, run] of Object.entries(runs)) {
  if (named.length > 0 && !named.includes(name)) continue;
  const { faults, ...figures } = await run();
  console.log(`${name}: ${faults.length} faults, ${JSON.stringify(figures)}`);
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
