import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
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
