import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { csvRows } from "../../src/analysis/platform-log/csv-rows.ts";
import { type Outcome, runProgram } from "./run-program.ts";

const callLog = readFileSync("fixtures/platform-log/call-records/log.jsonl", "utf8");
const good = callLog.split("\n").slice(0, 7).join("\n");
const manifest = readFileSync("fixtures/support-desk/kortix.yaml", "utf8");

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-corpus-"));
  writeFileSync(join(folder, "log.jsonl"), good);
  writeFileSync(join(folder, "kortix.yaml"), manifest);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = (name: string): string => join(folder, name);
const run = (...argv: readonly string[]): Promise<Outcome> => runProgram(argv, { cwd: folder });

describe("countersign corpus", () => {
  test("turns a week of logs into a corpus that can be shared, and says what it lacks", async () => {
    await run("corpus", "import", "log.jsonl", "-o", "calls.jsonl.gz");
    await run(
      "corpus",
      "compact",
      "calls.jsonl.gz",
      "-o",
      "small.jsonl",
      "--manifest",
      "kortix.yaml",
    );
    await run("corpus", "redact", "small.jsonl", "-o", "small.jsonl", "--manifest", "kortix.yaml");
    const { stdout, status } = await run(
      "corpus",
      "stats",
      "small.jsonl",
      "--manifest",
      "kortix.yaml",
    );
    expect(status).toBe(0);
    expect(stdout).toContain("2 calls of 5 (40 %) cannot be decided");
    expect(stdout).toContain("`reason` of `stripe.create_refund`: 2 calls");
    expect(readdirSync(folder).sort()).toEqual([
      "calls.jsonl.gz",
      "kortix.yaml",
      "log.jsonl",
      "small.jsonl",
    ]);
  });

  test("writes what it prints, packed where the name says so", async () => {
    const { stdout } = await run("corpus", "import", "log.jsonl");
    expect((await run("corpus", "import", "log.jsonl", "-o", "a.jsonl")).stdout).toBe("");
    expect((await run("corpus", "import", "log.jsonl", "-o", "a.jsonl.gz")).stdout).toBe("");
    expect(readFileSync(path("a.jsonl"), "utf8")).toBe(stdout);
    expect(gunzipSync(readFileSync(path("a.jsonl.gz"))).toString("utf8")).toBe(stdout);
  });

  test("leaves the file as it was when it cannot do its work", async () => {
    writeFileSync(path("a.jsonl"), "as it was");
    const outcome = await run("corpus", "compact", "log.jsonl", "none.jsonl", "-o", "a.jsonl");
    expect(outcome.status).toBe(2);
    expect(readFileSync(path("a.jsonl"), "utf8")).toBe("as it was");
    expect(readdirSync(folder).length).toBe(3);
  });

  test.each([
    ["nowhere/a.jsonl", 2, "error: `nowhere/a.jsonl` cannot be written: ENOENT\n"],
    ["nowhere/a.jsonl.gz", 2, "error: `nowhere/a.jsonl.gz` cannot be written: ENOENT\n"],
    [
      "a.zst",
      3,
      "error: zstd is read, not written\nhelp: let the name end in `.gz`, or pack it with `zstd`\n",
    ],
  ])("says why it cannot write %s", async (name, status, stderr) => {
    const outcome = await run("corpus", "import", "log.jsonl", "-o", name);
    expect(outcome).toEqual({ status, stdout: "", stderr });
  });

  test.each([["log.jsonl.gz"], ["log.csv.gz"]])("reads a packed log, %s", async (name) => {
    const csv = "action_path,status\ncrm.find,ok\n";
    writeFileSync(path(name), gzipSync(name.includes("csv") ? csv : good));
    const { stdout, status } = await run("corpus", "import", name);
    expect([status, stdout.split("\n").length - 1]).toEqual([0, name.includes("csv") ? 1 : 5]);
  });

  test.each([["log.jsonl.gz"], ["log.csv.gz"]])(
    "says of a log that cannot be unpacked, %s, how far it came",
    async (name) => {
      const text = name.includes("csv") ? `action_path,status\n${"crm.find,ok\n".repeat(9)}` : good;
      writeFileSync(path(name), gzipSync(text).subarray(0, 40));
      const { stderr, status } = await run("corpus", "import", name);
      expect(status).toBe(2);
      expect(stderr).toContain(
        "the file cannot be unpacked: it is no sound gzip file, or it ends too early",
      );
    },
  );

  test("reads a log and saved calls in a revision, and all that a glob matches", async () => {
    const git = (...argv: readonly string[]): unknown =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.co", ...argv], {
        cwd: folder,
        stdio: "pipe",
      });
    git("init", "--quiet");
    git("add", ".");
    git("commit", "--quiet", "--message", "logs");
    rmSync(path("log.jsonl"));
    expect((await run("corpus", "import", "HEAD:log.jsonl")).status).toBe(0);
    mkdirSync(path("calls/deep"), { recursive: true });
    writeFileSync(path("calls/b.jsonl"), '{"connector":"a","action":"x"}\n');
    writeFileSync(
      path("calls/deep/a.jsonl.gz"),
      gzipSync('{"connector":"a","action":"x","count":2}\n'),
    );
    const { stdout } = await run(
      "corpus",
      "stats",
      "calls/**/*.{jsonl,jsonl.gz}",
      "--format",
      "json",
    );
    expect(JSON.parse(stdout).total).toEqual({ calls: 2, weight: 3 });
    writeFileSync(path("[odd].jsonl"), '{"connector":"a","action":"x"}\n');
    expect((await run("corpus", "stats", "[odd].jsonl")).status).toBe(0);
    expect((await run("corpus", "stats", "HEAD:none.jsonl")).stderr).toBe(
      "error: there is no file `HEAD:none.jsonl`\n",
    );
  });
});

describe("the rows of a table", () => {
  async function rows(...chunks: readonly string[]): Promise<readonly unknown[]> {
    async function* source(): AsyncGenerator<string> {
      yield* chunks;
    }
    const found: unknown[] = [];
    for await (const some of csvRows(source())) found.push(...some);
    return found;
  }

  test("come with the line that they end at, whatever the chunks are", async () => {
    expect(await rows('a,b\r\n1,"x', '\ny"\r\n\r\n2,', "3")).toEqual([
      { line: 3, record: { a: "1", b: "x\ny" } },
      { line: 5, record: { a: "2", b: "3" } },
    ]);
  });

  test("that are too long or too short are no rows", async () => {
    const long = "x".repeat(1_100_000);
    const found = await rows(`a,b\n1,2\n1\n${long},1\n`);
    expect(found.slice(0, 2)).toEqual([
      { line: 2, record: { a: "1", b: "2" } },
      { line: 3, because: "the row has not as many cells as there are columns" },
    ]);
    expect(JSON.stringify(found.at(-1))).toContain("the row is longer than 1 MiB");
  });

  test("reject with what their source rejects with", async () => {
    async function* torn(): AsyncGenerator<string> {
      yield "a,b\n1,2\n";
      throw new Error("the disk is gone");
    }
    const all = async (): Promise<void> => {
      for await (const _ of csvRows(torn()));
    };
    await expect(all()).rejects.toThrow("the disk is gone");
  });
});

describe("countersign catalogue build", () => {
  test("writes a catalogue that gives saved calls their risk", async () => {
    writeFileSync(
      path("tools.json"),
      '{"tools":[{"name":"find","annotations":{"readOnlyHint":true}}]}',
    );
    writeFileSync(path("calls.jsonl"), '{"connector":"crm","action":"find"}\n');
    writeFileSync(
      path("small.yaml"),
      'policy: { default_mode: risk }\nconnectors: [{ slug: crm, provider: mcp, url: "https://a.b" }]\n',
    );
    expect((await run("catalogue", "build", "crm=tools.json", "-o", "actions.json")).status).toBe(
      0,
    );
    const { stdout } = await run(
      "check",
      "small.yaml",
      "calls.jsonl",
      "--catalogue",
      "actions.json",
    );
    expect(stdout).toContain("crm.find  run       default_mode: risk (read)");
  });

  test("says of a description that is too large or no text what it is", async () => {
    writeFileSync(path("bytes.json"), Buffer.from([0x7b, 0xff]));
    expect((await run("catalogue", "build", "crm=bytes.json")).stderr).toContain(
      "`bytes.json` cannot be read",
    );
    writeFileSync(path("large.json"), Buffer.alloc(67_108_865, " "));
    expect((await run("catalogue", "build", "crm=large.json")).stderr).toBe(
      "error: `large.json` is larger than 64 MiB\n",
    );
    writeFileSync(path("broken.yaml"), "policies: [");
    const { stderr, status } = await run("catalogue", "build", "--manifest", "broken.yaml");
    expect([status, stderr.includes("`broken.yaml` is no manifest")]).toEqual([2, true]);
  });
});
