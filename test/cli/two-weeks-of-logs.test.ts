import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MadeFile, type MadeLogs, makeLogs } from "../bench/logs/make-logs.ts";
import {
  type Told,
  toldByCheck,
  toldByDiff,
  toldByImport,
  toldByReport,
  toldByStats,
} from "../bench/logs/told.ts";
import { runProgram } from "./run-program.ts";

// Two weeks of a platform, made by somebody who knows what happened and has never seen a line of what reads it.

const files = [
  "saved-calls.jsonl",
  "call-records.jsonl",
  "call-records.json.gz",
  "call-records.csv",
  "audit-export.jsonl.gz",
  "audit-export.json",
  "audit-export.csv.gz",
] as const satisfies readonly MadeFile[];

let folder = "";
let made: MadeLogs;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "countersign-weeks-"));
  made = await makeLogs(folder, files, { calls: 2_000, seed: 5 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = async (line: string): Promise<{ readonly stdout: string; readonly stderr: string }> =>
  await runProgram(line.split(" "), { cwd: folder });
const text = (name: string): string => readFileSync(join(folder, name), "utf8");
const same = ({ said, truth }: Told): void => expect(said).toEqual(truth);
const logs = (kind: keyof MadeLogs["logs"]): readonly MadeFile[] =>
  files.filter((name) => name.startsWith(kind));

test("are long enough for everything to happen", () => {
  const { all } = made.logs["call-records"];
  expect(Object.values(all.ways).every((calls) => calls > 0)).toBe(true);
  expect([all.undecidable > 0, all.perhaps.length > 0, all.redirected > 0]).toEqual([
    true,
    true,
    true,
  ]);
  const groups = Object.values(all.groups);
  for (const end of ["approved", "denied", "undecided", "expired", "late"] as const) {
    expect(groups.some((group) => group[end] > 0)).toBe(true);
  }
});

test.each(["call-records", "audit-export"] as const)(
  "become saved calls from %s, the same from every form of them",
  async (kind) => {
    const truth = made.logs[kind].all;
    const imported: string[] = [];
    for (const log of logs(kind)) {
      const { stdout, stderr } = await run(`corpus import ${log} --manifest kortix.yaml`);
      same(toldByImport(stderr, truth));
      imported.push(stdout);
    }
    expect(new Set(imported).size).toBe(1);
    await run(`corpus import ${kind}.jsonl* --manifest kortix.yaml -o ${kind}.calls.jsonl`);
    const { stdout } = await run(`check kortix.yaml ${kind}.calls.jsonl --format json`);
    same(toldByCheck(stdout, truth));
  },
);

test.each(["call-records", "audit-export"] as const)(
  "are reported from %s as they were, rule by rule",
  async (kind) => {
    const { all, week } = made.logs[kind];
    for (const log of logs(kind)) {
      const report = `report ${log} --manifest kortix.yaml --format json`;
      same(toldByReport((await run(report)).stdout, all, made.rules));
      same(toldByReport((await run(`${report} --since 7d`)).stdout, week, made.rules));
    }
  },
);

test("are decided as they were, before and after they are compacted and redacted", async () => {
  const by = "--manifest kortix.yaml edited.yaml";
  await run(`corpus compact saved-calls.jsonl -o equal.jsonl`);
  await run(`corpus compact saved-calls.jsonl -o alike.jsonl.gz ${by}`);
  await run(`corpus redact saved-calls.jsonl -o redacted.jsonl --redact message.* ${by}`);
  await run(`corpus compact redacted.jsonl -o small.jsonl ${by}`);
  for (const calls of ["saved-calls.jsonl", "equal.jsonl", "alike.jsonl.gz", "small.jsonl"]) {
    const stats = await run(`corpus stats ${calls} --manifest kortix.yaml --format json`);
    same(toldByStats(stats.stdout, made.saved));
    const diff = await run(`diff kortix.yaml edited.yaml --calls ${calls} --format json`);
    same(toldByDiff(diff.stdout, made));
  }
  expect(text("small.jsonl").length).toBeLessThan(text("saved-calls.jsonl").length);
  expect(text("redacted.jsonl")).not.toMatch(/sk_live|u\d+@acme|user\d+@acme/);
});
