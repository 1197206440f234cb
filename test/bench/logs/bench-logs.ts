import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  createWriteStream,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAll } from "../replay.ts";
import { type MadeFile, makeLogs } from "./make-logs.ts";
import {
  type Told,
  toldByCheck,
  toldByDiff,
  toldByImport,
  toldByReport,
  toldByStats,
} from "./told.ts";

const files = [
  "saved-calls.jsonl",
  "call-records.jsonl",
  "audit-export.jsonl",
  "audit-export.csv.gz",
] as const satisfies readonly MadeFile[];

/** A command, and what it must say. */
interface Run {
  readonly line: string;
  /** What is read and parsed in comparison. */
  readonly input: string;
  told?(outcome: Outcome): Told;
}

/**
 * Runs what reads logs and saved calls, each as a program of its own, over two generated weeks of some calls, and compares what it
 * says with what was generated. Processor time, as a ratio to reading the file and parsing each line as JSON, and the most memory.
 */
export async function benchLogs(
  print: (line: string) => void,
  { calls = 1_000_000, seed = 5 }: { readonly calls?: number; readonly seed?: number } = {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-bench-"));
  try {
    const { logs, rules, saved } = await makeLogs(folder, files, { calls, seed });
    const { "audit-export": audit, "call-records": records } = logs;
    print(
      `logs of ${calls} calls (${records.all.records} call records, ${audit.all.records} audit events); processor time, ratio to reading and parsing, memory at most`,
    );
    const by = "--manifest kortix.yaml";
    const stats = (calls: string): Run => ({
      line: `corpus stats ${calls} ${by} --format json`,
      input: calls,
      told: ({ stdout }) => toldByStats(stdout, saved),
    });
    const weekOf = (log: MadeFile, { week }: typeof audit): Run => ({
      line: `report ${log} ${by} --since 7d --format json`,
      input: log,
      told: ({ stdout }) => toldByReport(stdout, week, rules),
    });
    const importOf = (log: MadeFile, input: MadeFile, { all }: typeof audit): Run => ({
      line: `corpus import ${log} ${by} -o imported.jsonl`,
      input,
      told: ({ stderr }) => toldByImport(stderr, all),
    });
    const runs: readonly Run[] = [
      importOf("audit-export.csv.gz", "audit-export.jsonl", audit),
      importOf("audit-export.jsonl", "audit-export.jsonl", audit),
      importOf("call-records.jsonl", "call-records.jsonl", records),
      {
        line: "check kortix.yaml imported.jsonl --format json",
        input: "imported.jsonl",
        told: ({ stdout }) => toldByCheck(stdout, records.all),
      },
      weekOf("call-records.jsonl", records),
      weekOf("audit-export.jsonl", audit),
      {
        line: "diff kortix.yaml edited.yaml --calls saved-calls.jsonl --format json",
        input: "saved-calls.jsonl",
        told: ({ stdout }) => toldByDiff(stdout, { saved }),
      },
      {
        line: "check kortix.yaml saved-calls.jsonl --format json",
        input: "saved-calls.jsonl",
        told: ({ stdout }) => toldByCheck(stdout, saved),
      },
      stats("saved-calls.jsonl"),
      { line: "corpus compact saved-calls.jsonl -o equal.jsonl", input: "saved-calls.jsonl" },
      stats("equal.jsonl"),
      {
        line: "corpus compact saved-calls.jsonl -o alike.jsonl --for kortix.yaml edited.yaml",
        input: "saved-calls.jsonl",
      },
      stats("alike.jsonl"),
      {
        line: "corpus redact saved-calls.jsonl -o redacted.jsonl --for kortix.yaml edited.yaml",
        input: "saved-calls.jsonl",
      },
      stats("redacted.jsonl"),
    ];
    for (const run of runs) print(await measured(run, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measured({ line, input, told }: Run, folder: string): Promise<string> {
  const outcome = await program(line.split(" "), folder);
  const { said, truth } = told?.(outcome) ?? { said: 0, truth: 0 };
  if (canonical(said) !== canonical(truth)) {
    throw new Error(`${line}: said ${canonical(said)}, not ${canonical(truth)}`);
  }
  const used = process.cpuUsage();
  await parseAll(join(folder, input));
  const { user, system } = process.cpuUsage(used);
  const floor = (user + system) / 1e6;
  const { megabytes, seconds } = outcome;
  const numbers = `${seconds.toFixed(1).padStart(7)} s ${(seconds / floor).toFixed(1).padStart(6)} ${megabytes.toFixed(0).padStart(6)} MB`;
  return `  ${line.replace(/ --format json$/, "").padEnd(74)}${numbers}${told === undefined ? "" : "   as it was"}`;
}

/** Equal for values that are equal but for the order of keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

interface Outcome {
  /** The end of it, where it is long. */
  readonly stdout: string;
  readonly stderr: string;
  /** Of processor time. */
  readonly seconds: number;
  readonly megabytes: number;
}

const main = fileURLToPath(new URL("../../../src/cli/main.ts", import.meta.url));

/** Has a process write what it took to its third stream when it ends. */
const accounting = `data:text/javascript,${encodeURIComponent(
  'import { writeSync } from "node:fs"; process.on("exit", () => writeSync(3, JSON.stringify(process.resourceUsage())));',
)}`;

async function program(argv: readonly string[], cwd: string): Promise<Outcome> {
  const path = (name: string): string => join(cwd, name);
  const disk = createWriteStream(path("stdout"));
  await once(disk, "open");
  const tsx = import.meta.resolve("tsx");
  const child = spawn(process.execPath, ["--import", tsx, "--import", accounting, main, ...argv], {
    cwd,
    stdio: ["ignore", disk, "pipe", "pipe"],
  });
  const texts = ["", ""];
  for (const [index, stream] of [child.stderr, child.stdio[3]].entries()) {
    stream?.on("data", (more: Buffer) => {
      texts[index] += more.toString("utf8");
    });
  }
  const [status] = (await once(child, "close")) as [number];
  disk.destroy();
  const [stderr = "", usage = ""] = texts;
  if (![0, 1, 4].includes(status)) throw new Error(`${argv.join(" ")}: ${stderr}`);
  const { maxRSS, systemCPUTime, userCPUTime } = JSON.parse(usage) as NodeJS.ResourceUsage;
  return {
    stdout: end(path("stdout")),
    stderr,
    seconds: (userCPUTime + systemCPUTime) / 1e6,
    megabytes: maxRSS / 1024,
  };
}

const longestEnd = 50_000_000;

function end(path: string): string {
  const { size } = statSync(path);
  if (size <= longestEnd) return readFileSync(path, "utf8");
  const bytes = Buffer.alloc(longestEnd);
  const file = openSync(path, "r");
  readSync(file, bytes, 0, longestEnd, size - longestEnd);
  closeSync(file);
  return bytes.toString("utf8");
}
