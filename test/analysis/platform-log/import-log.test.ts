import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { logImport } from "../../../src/analysis/platform-log/import-log.ts";
import { readLog } from "../../../src/analysis/platform-log/read-log.ts";
import { readCorpusText } from "../../../src/analysis/simulation/read-corpus.ts";
import { connectorOf, policyOf } from "../literal-policy.ts";
import { entriesOf, imported } from "./logs.ts";

const folder = "fixtures/platform-log";

describe.each(readdirSync(folder))("the log of %s", (name) => {
  const text = readFileSync(`${folder}/${name}/log.jsonl`, "utf8");

  test("becomes the calls and the counts that are expected", async () => {
    const { lines, summary } = await imported(text, { all: true });
    const page = `${lines.join("\n")}\n${JSON.stringify(summary, undefined, 2)}\n`;
    await expect(page).toMatchFileSnapshot(`../../../${folder}/${name}/expected.txt`);
  });

  test("becomes lines that read as saved calls", async () => {
    const { lines } = await imported(text);
    const entries = [...readCorpusText({ path: "calls.jsonl", text: lines.join("\n") })];
    expect(entries.filter(({ kind }) => kind === "bad-line")).toEqual([]);
    expect(entries.length).toBe(lines.length);
  });
});

const record = (path: string, summary: object, status = "ok", rest: object = {}): string =>
  JSON.stringify({ action_path: path, status, result_summary: summary, ...rest });

describe("an import", () => {
  test("leaves out calls that the policy did not see, and counts why", async () => {
    const { lines, summary } = await imported(
      [
        record("a.x", { reason: "needs_auth" }, "denied"),
        record("a.x", { reason: "action_not_found" }, "denied"),
        record("a.y", { reason: "action_not_found" }, "denied"),
      ].join("\n"),
    );
    expect(lines).toEqual([]);
    expect(summary.refusals).toEqual([
      { reason: "action_not_found", calls: 2 },
      { reason: "needs_auth", calls: 1 },
    ]);
  });

  test("counts a run by an earlier approval once, as held, in its own session alone", async () => {
    const approved = record("a.x", { reason: "approval_carryover" }, "ok", { session_id: "s" });
    const run = (session: string): string =>
      record("a.x", { http_status: 200 }, "ok", { session_id: session });
    const { lines, summary } = await imported([approved, run("t"), run("s"), run("s")].join("\n"));
    expect(lines.map((line) => JSON.parse(line).answer)).toEqual(["run", "hold", "run"]);
    expect([summary.notes["carry-over"], summary.imported.calls]).toEqual([1, 3]);
  });

  test("counts a held call and its run by the approval as the one call that they are", async () => {
    const inSession = { session_id: "s" };
    const held = (decision?: string) =>
      record("a.x", { decision }, decision === undefined ? "pending_approval" : "ok", inSession);
    const carried = [
      record("a.x", { reason: "approval_carryover" }, "ok", inSession),
      record("a.x", { http_status: 200 }, "ok", inSession),
    ];
    const answers = async (...records: readonly string[]): Promise<unknown> => {
      const { lines, summary } = await imported(records.join("\n"));
      return [lines.map((line) => JSON.parse(line).answer), summary.runsByApproval];
    };
    expect(await answers(held(), ...carried)).toEqual([["hold"], 1]);
    expect(await answers(held("approve"), held(), ...carried, ...carried, ...carried)).toEqual([
      ["hold", "hold", "hold"],
      2,
    ]);
    expect(await answers(held("deny"), ...carried)).toEqual([["hold", "hold"], 0]);
  });

  test("remembers no more approvals than it may, and no more reasons", async () => {
    const sessions = Array.from({ length: 10_001 }, (_, index) => `s${index}`);
    const carried = sessions.map((session_id) =>
      record("a.x", { reason: "approval_carryover" }, "ok", { session_id }),
    );
    const runs = ["s0", "s1"].map((session_id) =>
      record("a.x", { http_status: 200 }, "ok", { session_id }),
    );
    const { lines } = await imported([...carried, ...runs].join("\n"));
    expect(lines.map((line) => JSON.parse(line).answer)).toEqual(["run", "hold"]);
    const reasons = Array.from({ length: 103 }, (_, index) =>
      record("a.x", { reason: `r${index}` }, "denied"),
    );
    const { summary } = await imported(reasons.join("\n"));
    expect(summary.refusals.length).toBe(101);
    expect(summary.refusals[0]).toEqual({ reason: "other reasons", calls: 3 });
  });

  test("asks the policy which channels there are before it takes an old name for one", async () => {
    const log = record("slack.send_message", { http_status: 200 });
    const slug = async (policy: Parameters<typeof imported>[1]): Promise<unknown> => {
      const [line = ""] = (await imported(log, policy)).lines;
      const { connector, sent_as } = JSON.parse(line);
      return [connector, sent_as];
    };
    const channel = (enabled: boolean) => connectorOf("kortix_slack", { enabled });
    expect(await slug({})).toEqual(["kortix_slack", "slack"]);
    expect(await slug({ policy: policyOf({ connectors: [] }) })).toEqual(["kortix_slack", "slack"]);
    expect(await slug({ policy: policyOf({ connectors: [channel(true)] }) })).toEqual([
      "kortix_slack",
      "slack",
    ]);
    expect(await slug({ policy: policyOf({ connectors: [channel(false)] }) })).toEqual([
      "slack",
      undefined,
    ]);
    expect(await slug({ policy: policyOf({ connectors: [connectorOf("slack")] }) })).toEqual([
      "slack",
      undefined,
    ]);
  });

  test("counts a run for itself whose held call is too long ago to be remembered", async () => {
    const of = (session_id: string, summary: object, status = "ok"): string =>
      record("a.x", summary, status, { session_id });
    const log = logImport({ all: false }, 1);
    const entries = await entriesOf(
      [
        of("s", {}, "pending_approval"),
        of("t", {}, "pending_approval"),
        of("s", { reason: "approval_carryover" }),
        of("s", { http_status: 200 }),
      ].join("\n"),
    );
    expect(entries.map((entry) => log.take(entry)?.answer)).toEqual([
      "hold",
      "hold",
      undefined,
      "hold",
    ]);
  });

  test("reads a record whose metadata is no map", async () => {
    const { lines } = await imported(record("a.x", {}, "ok", { metadata: "none" }));
    expect(lines.length).toBe(1);
  });

  test("reads a record among however many other columns", async () => {
    const others = Object.fromEntries(
      Array.from({ length: 1_100 }, (_, index) => [`other ${index}`, index]),
    );
    const long = { ["x".repeat(200)]: 1, "Action Path": "a.x", STATUS: "ok", "http-status": 200 };
    const { lines } = await imported(JSON.stringify({ ...others, ...long }));
    expect(lines.map((line) => JSON.parse(line).answer)).toEqual(["run"]);
  });

  test("takes a file that begins with more blanks than anyone looks at for JSON", async () => {
    const { lines } = await imported(`${"\n".repeat(1_100_000)}${record("a.x", {}, "ok")}`);
    expect(lines.length).toBe(1);
  });

  test.each([
    ["JSON Lines", `${record("a.x", {}, "ok")}\n`],
    ["CSV", "action_path,status\na.x,ok\n"],
  ])("of %s rejects with what its source rejects with", async (_, text) => {
    async function* torn(): AsyncGenerator<string> {
      yield text;
      throw new Error("the disk is gone");
    }
    const read = readLog({ file: "log", most: 1e9, policy: undefined }, torn());
    const all = async (): Promise<void> => {
      for await (const _ of read);
    };
    await expect(all()).rejects.toThrow("the disk is gone");
  });

  test("takes no arguments that could exhaust whoever walks them", async () => {
    const deep = `${'{"a":'.repeat(70)}1${"}".repeat(70)}`;
    const entries = await entriesOf(
      [
        `{"action_path":"a.x","status":"ok","args":${deep}}`,
        `{"action_path":"a.x","status":"pending_approval","result_summary":{"args_preview":${deep}}}`,
      ].join("\n"),
    );
    expect(entries.map((entry) => entry.kind === "bad-line" && entry.reason)).toEqual([
      "the arguments are nested deeper than 64 levels",
      "the arguments are nested deeper than 64 levels",
    ]);
  });

  test("takes a preview that was cut at its end for what is sure of it", async () => {
    const preview = (args_preview: object, args_preview_complete?: boolean): string =>
      record("a.x", { args_preview, args_preview_complete }, "pending_approval");
    const { lines } = await imported(
      [
        preview({ a: 1, b: "cut he" }, false),
        preview({ a: "[redacted]", b: "cut he" }),
        preview({ a: "[array]", b: "whole" }, false),
        preview({}, false),
        preview({ a: "[array]", b: ["x".repeat(40_000)] }, false),
        preview({ a: 1, b: 2 }, true),
      ].join("\n"),
    );
    expect(lines.map((line) => JSON.parse(line).args)).toEqual([
      { a: 1, "…": "cut" },
      { a: "[redacted]", "…": "cut" },
      { a: "[array]", b: "whole" },
      { "…": "cut" },
      { a: "[array]", "…": "cut" },
      { a: 1, b: 2 },
    ]);
  });
});
