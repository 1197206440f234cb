import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** A PostgreSQL server of the tests' own, on loopback only. */
export interface PostgresServer {
  /** Address of its first database, with the password of its owner. */
  readonly url: string;
  /** Ends it as a crash does: at once, without a checkpoint. */
  crash(): Promise<void>;
  /** Starts it again on the same data and port. */
  start(): Promise<void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

const START_LIMIT_MS = 30_000;

const password = "p@ss/w0rd";

/** Ends the server together with the one who started it, however that ends. */
const setpriv = "/usr/bin/setpriv";
const leash = existsSync(setpriv) ? [setpriv, "--pdeathsig", "INT"] : [];

/** The folder that holds `initdb` and `postgres`; undefined: no server is installed. */
export function postgresBinaries(): string | undefined {
  const packaged = "/usr/lib/postgresql";
  const versions = existsSync(packaged) ? readdirSync(packaged) : [];
  const newestFirst = versions.toSorted((a, b) => Number(b) - Number(a));
  const folders = [
    ...(process.env["PATH"] ?? "").split(delimiter),
    ...newestFirst.map((version) => join(packaged, version, "bin")),
  ];
  return folders.find((folder) =>
    ["initdb", "postgres"].every((program) => existsSync(join(folder, program))),
  );
}

/** PostgreSQL refuses to run as root: then it runs as somebody who may do less. */
function account(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const line of ["postgres", "nobody"].flatMap(passwdLines)) {
    const [, , uid, gid] = line.split(":");
    return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error("neither the account `postgres` nor `nobody` exists");
}

function passwdLines(name: string): readonly string[] {
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  return lines.filter((line) => line.startsWith(`${name}:`));
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return address.port;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

/**
 * Starts a server of the installed binaries in a new folder. `durable`: what it confirms is on disk, as in operation;
 * else it is faster.
 */
export async function startPostgres(
  binaries: string,
  { durable }: { readonly durable: boolean },
): Promise<PostgresServer> {
  const user = account();
  // Not the folder for temporary files of a person: the other account must reach it.
  const folder = mkdtempSync("/tmp/countersign-postgres-");
  const data = join(folder, "data");
  const secret = join(folder, "password");
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(secret, password);
  for (const path of user === undefined ? [] : [folder, data, secret]) {
    chownSync(path, user?.uid ?? 0, user?.gid ?? 0);
  }
  const asUser = { cwd: folder, ...user };
  execFileSync(
    join(binaries, "initdb"),
    [
      ["--pgdata", data],
      ["--username", "countersign"],
      ["--pwfile", secret],
      ["--auth", "scram-sha-256"],
      ["--encoding", "UTF8"],
      ["--no-locale"],
      ["--no-sync"],
    ].flat(),
    { ...asUser, stdio: ["ignore", "ignore", "inherit"] },
  );
  const port = await freePort();
  const url = `postgres://countersign:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  const settings = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    max_connections: 200,
    wal_level: "minimal",
    max_wal_senders: 0,
    log_min_messages: "panic",
    ...(durable ? {} : { fsync: "off", full_page_writes: "off", autovacuum: "off" }),
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);

  let server: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const [program = "", ...words] = [...leash, join(binaries, "postgres"), "-D", data, ...args];
    const started = spawn(program, words, {
      ...asUser,
      stdio: ["ignore", "ignore", "pipe"],
    });
    server = started;
    let complaint = "";
    started.stderr?.setEncoding("utf8").on("data", (text: string) => {
      complaint = (complaint + text).slice(-2_000);
    });
    const limit = performance.now() + START_LIMIT_MS;
    while (!(await answers(url))) {
      if (started.exitCode !== null || performance.now() > limit) {
        started.kill("SIGQUIT");
        throw new Error(`the PostgreSQL server does not start: ${complaint}`);
      }
      await sleep(50);
    }
  };
  const end = async (signal: "SIGINT" | "SIGQUIT"): Promise<void> => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const exit = once(server, "exit");
    server.kill(signal);
    await exit;
  };
  await start();
  return {
    url,
    start,
    crash: () => end("SIGQUIT"),
    remove: async () => {
      await end("SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs one statement on the database at the address and returns its rows. */
export async function queryPostgres(url: string, statement: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return rows;
  } finally {
    await client.end();
  }
}
