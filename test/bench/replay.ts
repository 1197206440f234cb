import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  createReadStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Simulation } from "../../src/analysis/simulation/simulation.ts";
import { replayFiles } from "../../src/cli/replay/replay-files.ts";
import { policyFromObject } from "../../src/policy/dialects/kortix/read-policy.ts";
import type { Policy } from "../../src/policy/policy.ts";
import { silentIo } from "../cli/replay/silent-io.ts";
import { generatedCalls, type Names, writeCalls } from "./generated-calls.ts";
import { edits, generatedManifest, type ManifestText } from "./generated-manifest.ts";
import { changedByScan } from "./linear-scan.ts";
import { benchOtherEngines } from "./other-engines.ts";

type Print = (line: string) => void;

const calls = 2_000_000;
const linearCalls = 20_000;
const rounds = 2;
const manyCalls = 10;

/**
 * Times the replay of a file of saved calls under two policies, as ratios to reading the same file and parsing each line of it as
 * JSON; and what deciding a call costs beside a linear scan and two other engines, whose answers are compared. Processor time for one thread, the
 * clock for two; the best of some rounds in turn.
 */
export async function benchReplay(print: Print): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-bench-"));
  try {
    print(
      `replay of ${calls / 1e6} million saved calls; ratio to reading and parsing the file (1.00)`,
    );
    print(`${"".padEnd(30)}${"1 thread".padStart(10)}${"2 workers".padStart(11)}   changed`);
    await benchFile(print, folder, "few");
    await benchLinear(print, folder, await benchFile(print, folder, "unique"));
    await benchOtherEngines(print);
    await benchMemory(print, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns what a call takes in one thread, by the number of rules. */
async function benchFile(
  print: Print,
  folder: string,
  names: Names,
): Promise<ReadonlyMap<number, number>> {
  const perCall = new Map<number, number>();
  const path = join(folder, `${names}.jsonl`);
  await writeCalls(path, generatedCalls(calls, names));
  for (const rules of [50, 1000]) {
    const policies = pairOf(rules);
    const [floor, one, two] = [new Best(), new Best(), new Best()];
    let said: Simulation | undefined;
    for (let round = 0; round < rounds; round += 1) {
      await floor.time(() => parseAll(path));
      said = await one.time(() => replayed(path, policies, 1));
      const parallel = await two.time(() => replayed(path, policies, 2));
      if (JSON.stringify(parallel) !== JSON.stringify(said))
        throw new Error("two workers say otherwise");
    }
    const ratios = [one.processor / floor.processor, two.clock / floor.clock];
    print(
      `  ${`${names} names, ${rules} rules`.padEnd(28)}${ratios.map((ratio) => ratio.toFixed(2).padStart(10)).join(" ")}   ${said?.changed.calls}   (floor ${((floor.processor * 1e6) / calls).toFixed(0)} ns a call)`,
    );
    perCall.set(rules, one.processor / calls);
  }
  return perCall;
}

/** The least time of several runs, in milliseconds. */
class Best {
  processor = Number.POSITIVE_INFINITY;
  clock = Number.POSITIVE_INFINITY;

  async time<T>(work: () => Promise<T>): Promise<T> {
    const [began, used] = [performance.now(), process.cpuUsage()];
    const result = await work();
    const { user, system } = process.cpuUsage(used);
    this.clock = Math.min(this.clock, performance.now() - began);
    this.processor = Math.min(this.processor, (user + system) / 1000);
    return result;
  }
}

/** The floor: whoever reads saved calls at all does this. */
export async function parseAll(path: string): Promise<number> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let parsed = 0;
  let rest = "";
  for await (const chunk of createReadStream(path, { highWaterMark: 262_144 })) {
    const text = rest + decoder.decode(chunk as Uint8Array, { stream: true });
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      JSON.parse(text.slice(start, end));
      parsed += 1;
      start = end + 1;
    }
    rest = text.slice(start);
  }
  return parsed;
}

async function replayed(
  path: string,
  policies: readonly [Policy, Policy],
  workers: number,
): Promise<Simulation> {
  const chunks = (): AsyncIterable<Uint8Array> =>
    createReadStream(path, { highWaterMark: 262_144 });
  const file = { name: "calls.jsonl", chunks, disk: { path, size: statSync(path).size } };
  const threads = { smallest: 0, workers };
  return await replayFiles([file], policies, { catalogue: new Map(), io: silentIo, threads });
}

function pairOf(rules: number): readonly [base: Policy, head: Policy] {
  const manifest = generatedManifest(rules, 7);
  return [policyOf(manifest), policyOf(edited(manifest))];
}

function edited(manifest: ManifestText): ManifestText {
  const edit = edits["5 % flipped"];
  if (edit === undefined) throw new Error("there is no such edit");
  return edit(manifest);
}

function policyOf(manifest: unknown): Policy {
  const { value } = policyFromObject(manifest);
  if (value === undefined) throw new Error("a generated manifest does not read");
  return value;
}

/** The same replay by whoever takes each line as it comes: parse, then try rule after rule, each a compiled expression. */
async function benchLinear(
  print: Print,
  folder: string,
  oursPerCall: ReadonlyMap<number, number>,
): Promise<void> {
  print(
    "a linear scan with compiled expressions, rule by rule: times what ours takes for a call of the unique names",
  );
  const lines = [...generatedCalls(linearCalls, "unique")];
  const path = join(folder, "linear.jsonl");
  await writeCalls(path, lines);
  for (const [rules, perCall] of oursPerCall) {
    const scan = new Best();
    const manifest = generatedManifest(rules, 7);
    const changed = await scan.time(async () => changedByScan(lines, manifest, edited(manifest)));
    const said = await replayed(path, pairOf(rules), 1);
    if (said.changed.calls !== changed) {
      throw new Error(`${changed} by a scan, not ${said.changed.calls}`);
    }
    const ratio = scan.processor / linearCalls / perCall;
    print(`  ${`${rules} rules`.padEnd(28)}${ratio.toFixed(1).padStart(10)}`);
  }
}

/** A whole run of the program over ten million calls, and the most memory that it had. */
async function benchMemory(print: Print, folder: string): Promise<void> {
  const manifest = generatedManifest(50, 7);
  const write = (name: string, value: unknown): string => {
    writeFileSync(join(folder, name), JSON.stringify(value));
    return join(folder, name);
  };
  const files = [write("base.json", manifest), write("head.json", edited(manifest))];
  const path = join(folder, "many.jsonl");
  const tens = manyCalls / (calls / 1e6);
  await writeCalls(path, generatedCalls(calls, "unique"), tens);
  print(
    `countersign diff --calls, ${manyCalls} million calls, ${(statSync(path).size / 1e9).toFixed(1)} GB`,
  );
  for (const [name, saved] of [
    ["worker threads", path],
    ["one thread, by standard input", "-"],
  ] as const) {
    const argv = [
      "--import",
      "tsx",
      program,
      "diff",
      ...files,
      "--calls",
      saved,
      "--format",
      "json",
    ];
    const child = spawn(process.execPath, argv, {
      stdio: [saved === "-" ? "pipe" : "ignore", "pipe", "inherit"],
    });
    let text = "";
    child.stdout?.setEncoding("utf8").on("data", (more: string) => {
      text += more;
    });
    if (child.stdin !== null) createReadStream(path).pipe(child.stdin);
    const began = performance.now();
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, megabytes(child.pid));
    }, 100);
    await once(child, "close");
    clearInterval(watch);
    const seconds = (performance.now() - began) / 1000;
    const counted = /"total": ?\{\s*"calls": ?(\d+)/.exec(text)?.[1];
    if (Number(counted) !== manyCalls * 1e6) throw new Error(`${counted} calls were counted`);
    print(
      `  ${name.padEnd(30)}${most.toFixed(0).padStart(6)} MB at most   ${seconds.toFixed(0)} s`,
    );
  }
}

const program = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));

/** The most resident memory that a process had; 0 when it is gone. */
function megabytes(pid: number | undefined): number {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}
