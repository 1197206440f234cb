import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "../../src/storage/store.ts";
import { type Outcome, runProgram } from "./run-program.ts";

const folder = mkdtempSync(join(tmpdir(), "countersign-log-"));
const database = `sqlite:${join(folder, "store.db")}`;
const day = 86_400_000;
const start = Date.parse("2026-11-01T00:00:00Z");

const place = { repositoryId: 42, pullNumber: 7, headSha: "h".repeat(40), digest: "d1" };
const hostile = "\u001b[2J\u009b1m\u202e,\n=cmd|' /C calc'!A0";

/** A pull request that waited, was approved, opened and was merged; then a push past the gate. */
async function writeLog(): Promise<void> {
  let at = start;
  const store = await openStore(database, { now: () => at });
  const subject = { installationId: 1, repositoryId: 42, owner: "Acme", repo: "shop" };
  const verdict = async (word: string, body: object): Promise<void> => {
    await store.work.enqueue({ ...subject, kind: "pull-request", number: 7 });
    const claim = await store.work.claim();
    if (claim === undefined) throw new Error("nothing is due");
    const { headSha } = place;
    const decision = { kind: "verdict", verdict: word, headSha, body: { ...body } } as const;
    await store.work.complete(claim, { decisions: [decision] });
    at += day;
  };
  const requirement = (status: string) => ({
    connector: "stripe",
    status,
    groups: [{ owners: ["@acme/finance"] }],
  });
  await verdict("action_required", { requirements: [requirement("waiting")], reviews: [] });
  const approval = { ...place, reviewId: 900, reviewerId: 5, reviewerLogin: "maria" };
  await store.approvals.bindApprovals(
    ["", "stripe"].map((connector) => ({ ...approval, connector })),
  );
  await verdict("success", {
    requirements: [requirement("approved"), { ...requirement("approved"), groups: [] }],
    reviews: [
      { reviewId: 900, reviewer: { login: "maria" }, countsFor: ["stripe"], ignored: [] },
      { reviewId: 901, reviewer: null, countsFor: [], ignored: [{ because: { kind: "expired" } }] },
    ],
  });
  await store.approvals.spend({ ...place, reviewId: 900, connector: "stripe", mergeSha: "m1" });
  await store.approvals.spend({ ...place, reviewId: 901, connector: "stripe" });
  at += day;
  const pushed = { kind: "incident", headSha: hostile } as const;
  await store.decisions.append(42, { ...pushed, pullNumber: 7, body: { what: hostile } });
  await store.decisions.append(43, { ...pushed, headSha: "-1+1", body: "=1+1" });
  await store.close();
}

beforeAll(writeLog);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function log(...argv: readonly string[]): Promise<Outcome> {
  return runProgram(["log", ...argv, "--database", database], { cwd: folder });
}

/** No character that a terminal or a page acts on, line feeds apart. */
const shows = /^[^\p{C}]*$/u;

describe("log show", () => {
  it("says who was asked, whose review counted and what was done with it", async () => {
    const { stdout, status } = await log("show", "acme/Shop#7");
    expect(status).toBe(0);
    await expect(stdout).toMatchFileSnapshot("../../fixtures/log/show.txt");
    expect(stdout.replaceAll("\n", "")).toMatch(shows);
  });

  it("takes an address, and writes Markdown and JSON", async () => {
    const address = "https://github.com/acme/shop/pull/7/files";
    const markdown = await log("show", address, "--format", "markdown");
    await expect(markdown.stdout).toMatchFileSnapshot("../../fixtures/log/show.md");
    const json = await log("show", address, "--format", "json");
    const { command, pullRequest, lines } = JSON.parse(json.stdout);
    expect([command, pullRequest, lines.length]).toEqual(["log show", "acme/shop#7", 7]);
    expect(lines[6]).toMatchObject({ kind: "incident", headSha: hostile, body: { what: hostile } });
  });

  it.each(["acme/shop#8", "acme/other#7"])(
    "ends with 2 when nothing is logged of %s",
    async (pr) => {
      expect(await log("show", pr)).toEqual({
        status: 2,
        stdout: "",
        stderr: `error: nothing is logged of \`${pr}\`\nhelp: write the name that the repository has now, and look at the right store (\`--database\`)\n`,
      });
    },
  );

  it.each(["7", "acme/shop", "acme/shop#0"])("refuses `%s`", async (pr) => {
    const { status, stderr } = await log("show", pr);
    expect(status).toBe(3);
    expect(stderr).toContain("write `acme/shop#7`, or the address of the pull request");
  });
});

describe("log export", () => {
  it("writes each line as JSON, with the name of its repository and its hash", async () => {
    const { stdout, status } = await log("export");
    const lines = stdout.trimEnd().split("\n");
    expect(status).toBe(0);
    for (const line of lines) expect(line).toMatch(shows);
    const rows = lines.map((line) => JSON.parse(line));
    expect(rows.map(({ kind, repository }) => [kind, repository])).toEqual([
      ["verdict", "Acme/shop"],
      ["approval", "Acme/shop"],
      ["approval", "Acme/shop"],
      ["verdict", "Acme/shop"],
      ["spent", "Acme/shop"],
      ["spent", "Acme/shop"],
      ["incident", "Acme/shop"],
      ["incident", undefined],
    ]);
    expect(rows[1].previousHash).toBe(rows[0].hash);
    expect(rows[6]).toMatchObject({ at: "2026-11-04T00:00:00.000Z", headSha: hostile });
  });

  it("writes CSV that a spreadsheet takes for text", async () => {
    const { stdout } = await log("export", "--format", "csv");
    const rows: Record<string, string>[] = parse(stdout, { columns: true });
    expect(rows).toHaveLength(8);
    expect(rows[0]).toMatchObject({ seq: "1", repository_id: "42", verdict: "action_required" });
    expect(rows[7]).toMatchObject({ head_sha: "'-1+1", body: '"=1+1"', pull_number: "" });
    for (const row of rows) {
      for (const cell of Object.values(row)) {
        expect(cell).toMatch(shows);
        expect(cell).not.toMatch(/^[=+\-@]/);
      }
    }
  });

  it.each([
    ["2026-11-03", 4],
    ["2026-11-03T00:00:01Z", 2],
    ["99999d", 8],
    ["1m", 0],
  ])("holds what is at least as late as %s", async (since, count) => {
    const { stdout } = await log("export", "--since", since);
    expect(stdout.split("\n").length - 1).toBe(count);
  });

  it("refuses what is no time", async () => {
    const { status, stderr } = await log("export", "--since", "yesterday");
    expect(status).toBe(3);
    expect(stderr).toContain("write a day, `2026-11-01`");
  });
});

describe("log verify", () => {
  const lastHash = async (): Promise<string> =>
    JSON.parse((await log("verify", "--format", "json")).stdout).head.hash;

  it("proves that the log is whole, and names the hash of its last line", async () => {
    const hash = await lastHash();
    expect(await log("verify")).toEqual({
      status: 0,
      stdout: `8 lines, the last is 8 with hash ${hash}\n\nevery line is as it was written and follows the one before\n`,
      stderr: "",
    });
    expect((await log("verify", "--expect", hash)).status).toBe(0);
  });

  it("ends with 1 and the places when it is not", async () => {
    const hash = "0".repeat(64);
    const { status, stdout } = await log("verify", "--expect", hash);
    expect(status).toBe(1);
    expect(stdout).toContain(
      `1 fault found\n- no line has the hash \`${hash}\`: the log was cut before it or written anew\n`,
    );
    expect((await log("verify", "--expect", hash, "--format", "markdown")).stdout).toContain(
      "1 fault",
    );
    expect((await log("verify", "--expect", "0")).status).toBe(3);
  });
});

describe("the store of a log", () => {
  it("is not made where there is none", async () => {
    const nowhere = `sqlite:${join(folder, "nowhere.db")}`;
    const argv = ["log", "verify", "--database", nowhere];
    const { status, stderr } = await runProgram(argv, { cwd: folder });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: the store `.*nowhere.db` cannot be read: /);
    expect((await runProgram(argv, { cwd: folder })).status).toBe(2);
  });

  it("is no other file", async () => {
    const path = join(folder, "notes.txt");
    writeFileSync(path, "not a database, but long enough to be looked at\n".repeat(100));
    const argv = ["log", "verify", "--database", `sqlite:${path}`];
    const { status, stderr } = await runProgram(argv, { cwd: folder });
    expect(status).toBe(2);
    expect(stderr).toContain("file is not a database");
  });
});
