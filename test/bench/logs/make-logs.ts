import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { edits, generatedManifest, type ManifestText } from "../generated-manifest.ts";
import { scannedRules } from "../linear-scan.ts";
import { type LogKind, type LogRecord, writers } from "./log-records.ts";
import { type LogTruth, logTruth } from "./log-truth.ts";
import { logEnd, type MadeCall, type PlatformEvent, platformEvents } from "./platform-log.ts";
import { Scan } from "./scanned-decision.ts";
import { type LogForm, LogWriter } from "./write-log.ts";

/** `call-records.csv`, `audit-export.jsonl.gz`, `saved-calls.jsonl`: what is written, how, and whether it is packed. */
export type MadeFile = `${LogKind | "saved-calls"}.${LogForm}${"" | ".gz"}`;

/** What saved calls, with all their arguments, must be found to be. */
export interface SavedTruth {
  readonly calls: number;
  /** By effect under the manifest. */
  readonly effects: Readonly<Record<string, number>>;
  /** Calls that the edited manifest decides otherwise. */
  readonly changed: number;
}

/** What was made, and what must be said of it. */
export interface MadeLogs {
  readonly rules: number;
  readonly saved: SavedTruth;
  /** Of the whole log, and of its last seven days. */
  readonly logs: Readonly<Record<LogKind, { readonly all: LogTruth; readonly week: LogTruth }>>;
}

const ttlHours = 4;

/** How much is made. */
export interface LogSize {
  readonly calls: number;
  readonly seed: number;
}

/**
 * Writes a manifest (`kortix.yaml`), an edited one (`edited.yaml`), and the files that are named: the calls of two weeks under it
 * as saved calls, or as the platform's logs have them. The same size gives the same files.
 */
export async function makeLogs(
  folder: string,
  files: readonly MadeFile[],
  size: LogSize,
): Promise<MadeLogs> {
  const manifest = generatedManifest(50, 14);
  const edited = edits["5 % flipped"]?.(manifest) ?? manifest;
  writeManifest(join(folder, "kortix.yaml"), manifest);
  writeManifest(join(folder, "edited.yaml"), edited);
  const [scan, otherScan] = [manifest, edited].map((one) => new Scan(scannedRules(one)));
  if (scan === undefined || otherScan === undefined) throw new Error("there is no manifest");
  const ttl = ttlHours * 3600;
  const weekAgo = logEnd - 7 * 86_400_000;
  const tallies = (kind: LogKind) => ({
    all: logTruth({ kind, scan, ttl, from: 0 }),
    week: logTruth({ kind, scan, ttl, from: weekAgo }),
  });
  const logs = {
    "call-records": tallies("call-records"),
    "audit-export": tallies("audit-export"),
  };
  const saved = savedTruth(scan, otherScan);
  const outputs = files.map((name) => {
    const [kind, form] = name.split(".") as [LogKind | "saved-calls", LogForm];
    const write = kind === "saved-calls" ? savedCall : writers[kind];
    return { write, to: new LogWriter(join(folder, name), form) };
  });
  for (const event of platformEvents({ manifest, ...size })) {
    saved.take(event);
    for (const { all, week } of Object.values(logs)) {
      all.take(event);
      week.take(event);
    }
    for (const { write, to } of outputs) {
      const record = write(event);
      if (record !== undefined) await to.write(record);
    }
  }
  for (const { to } of outputs) await to.end();
  const truthOf = (kind: LogKind) => ({
    all: logs[kind].all.result(),
    week: logs[kind].week.result(),
  });
  return {
    rules: manifest.policies.length,
    saved: saved.result(),
    logs: { "call-records": truthOf("call-records"), "audit-export": truthOf("audit-export") },
  };
}

/** JSON is YAML. */
function writeManifest(path: string, manifest: ManifestText): void {
  const value = { ...manifest, approvals: { ttl: `${ttlHours}h` } };
  writeFileSync(path, `${JSON.stringify(value, undefined, 1)}\n`);
}

/** The call that an event tells of, once for each. */
function callOf(event: PlatformEvent): MadeCall | undefined {
  const isCall =
    event.kind === "blocked" ||
    event.kind === "held" ||
    (event.kind === "ran" && event.approvedBy === undefined);
  return isCall ? event.call : undefined;
}

function savedCall(event: PlatformEvent): LogRecord | undefined {
  const call = callOf(event);
  if (call === undefined) return undefined;
  const { connector, action, args, risk, at } = call;
  return { connector, action, args, risk, at: new Date(at).toISOString() };
}

function savedTruth(
  scan: Scan,
  otherScan: Scan,
): { take(event: PlatformEvent): void; result(): SavedTruth } {
  const effects: Record<string, number> = {};
  let calls = 0;
  let changed = 0;
  return {
    take(event) {
      const call = callOf(event);
      if (call === undefined) return;
      const { connector, action, args: shown, risk } = call;
      const shownCall = { path: `${connector}.${action}`, shown, risk };
      const { effect = "" } = scan.decide(shownCall);
      calls += 1;
      effects[effect] = (effects[effect] ?? 0) + 1;
      if (otherScan.decide(shownCall).effect !== effect) changed += 1;
    },
    result: () => ({ calls, effects, changed }),
  };
}
