import { readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { beforeEach, describe, expect, it } from "vitest";
import { version } from "../../src/cli/version.ts";
import type { SarifLog, SarifResult, SarifRun } from "../../src/report/sarif/sarif-log.ts";
import { type GitRepository, gitRepository } from "./git-repository.ts";
import { runProgram } from "./run-program.ts";

const folder = join(process.cwd(), "fixtures/sarif");
const schema = JSON.parse(readFileSync(join(folder, "sarif-2.1.0-slice.json"), "utf8"));
const ajv = new Ajv2020.default({ strict: false, allErrors: true });
addFormats.default(ajv);
const isSarif = ajv.compile(schema);

const manifest = `kortix_version: 2
connectors:
  - { slug: stripe, provider: pipedream, app: stripe }
policies:
  - { match: "stripe.*", action: require_approval }
  - { match: "stripe.get_charge", action: always_run }
`;
const dropped = `  - { match: "stripe.pay", action: deny }\n`;
const calls = `{"connector":"stripe","action":"pay","expect":"block"}
not a call
{"connector":"stripe","action":"get_charge","expect":"hold"}
`;
const config = `owners:
  "*": ["@acme/security"]
corpus: ["policy/*.jsonl"]
`;
const ignoring = `${config}findings:
  ignore:
    - { id: rule-overruled, rule: stripe.get_charge, reason: "goes soon", until: 2999-12-31 }
`;

let repository: GitRepository;
beforeEach(() => {
  repository = gitRepository();
  repository.commit({
    "kortix.yaml": manifest,
    "policy/calls.jsonl": calls,
    ".github/countersign.yml": config,
  });
});

interface Ran {
  readonly status: number;
  readonly run: SarifRun;
  readonly results: readonly SarifResult[];
}

/** Runs a command line with `--format sarif`, and takes its log, which must be one by the standard's schema. */
async function sarif(argv: readonly string[], below = ""): Promise<Ran> {
  const cwd = join(repository.folder, below);
  const { status, stdout } = await runProgram([...argv, "--format", "sarif"], { cwd });
  const log: SarifLog = JSON.parse(stdout);
  expect(isSarif(log), JSON.stringify(isSarif.errors)).toBe(true);
  const [run] = log.runs;
  for (const { ruleId, ruleIndex } of run.results) {
    expect(run.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
  }
  return { status, run, results: run.results };
}

/** Where a result stands, as `kortix.yaml:6`. */
function place({ locations: [{ physicalLocation }] }: SarifResult): string {
  return `${physicalLocation.artifactLocation.uri}:${physicalLocation.region.startLine}`;
}

function notes({ invocations: [{ toolExecutionNotifications }] }: SarifRun): readonly string[] {
  return toolExecutionNotifications.map(({ level, message }) => `${level}: ${message.text}`);
}

describe("the schema that logs are held to", () => {
  it("refuses what SARIF refuses", () => {
    expect(isSarif({ version: "2.1.0", runs: [{ results: [] }] })).toBe(false);
    expect(isSarif({ version: "2.1.0", runs: [{ tool: { driver: { rules: [] } } }] })).toBe(false);
  });
});

describe("lint", () => {
  it("writes this log", async () => {
    repository.write({
      "kortix.yaml": `${manifest}${dropped}`,
      ".github/countersign.yml": ignoring,
    });
    const { status, run } = await sarif(["lint", "kortix.yaml"]);
    expect(status).toBe(1);
    expect(run.tool.driver.semanticVersion).toBe(version());
    const text = `${JSON.stringify(run, null, 2)}\n`.replace(version(), "VERSION");
    await expect(text).toMatchFileSnapshot(join(folder, "lint.json"));
  });

  it("has a run without results where there is nothing to say", async () => {
    repository.write({ "kortix.yaml": manifest.replace(/ {2}- .*get_charge.*\n/, "") });
    expect(await sarif(["lint", "kortix.yaml"])).toMatchObject({
      status: 0,
      run: { results: [], tool: { driver: { rules: [] } } },
    });
  });

  it("says of a manifest that cannot be read that it cannot", async () => {
    repository.write({ "kortix.yaml": "policies: [" });
    const { status, results } = await sarif(["lint", "kortix.yaml"]);
    expect(status).toBe(2);
    expect(results.map(({ ruleId }) => ruleId)).toEqual(["not-yaml"]);
  });

  it.each([
    ["the top", ["lint", "kortix.yaml"], "", "kortix.yaml:6"],
    ["a folder below it", ["lint", "../kortix.yaml"], "policy", "kortix.yaml:6"],
    ["a revision", ["lint", "HEAD:kortix.yaml"], "policy", "kortix.yaml:6"],
    ["a revision, from a folder", ["lint", "HEAD:../kortix.yaml"], "policy", "kortix.yaml:6"],
  ])("names files from the top of the repository: %s", async (_, argv, below, expected) => {
    const { results } = await sarif(argv, below);
    expect(results.map(place)).toEqual([expected]);
  });

  it("writes the names of files as URIs", async () => {
    repository.write({ "apps/a b#1/käse?.yaml": manifest });
    const { results } = await sarif(["lint", "apps/a b#1/käse?.yaml"]);
    expect(results.map(place)).toEqual(["apps/a%20b%231/k%C3%A4se%3F.yaml:6"]);
  });

  it("names a file outside of the repository by its whole URI", async () => {
    const other = gitRepository();
    other.write({ "kortix.yaml": manifest });
    const { results } = await sarif(["lint", join(other.folder, "kortix.yaml")]);
    expect(results[0]?.locations[0].physicalLocation.artifactLocation).toEqual({
      uri: `file://${other.folder}/kortix.yaml`,
    });
  });

  it("names files from the current folder where there is no repository", async () => {
    rmSync(join(repository.folder, ".git"), { recursive: true });
    repository.write({ "apps/kortix.yaml": manifest });
    const { results } = await sarif(["lint", "../apps/kortix.yaml", "../kortix.yaml"], "apps");
    expect(results.map(place)).toEqual([
      "kortix.yaml:6",
      `file://${repository.folder}/kortix.yaml:6`,
    ]);
  });
});

describe("check", () => {
  it("has pinned decisions that do not hold, and lines that cannot be read, at their lines", async () => {
    repository.write({ "kortix.yaml": `${manifest}${dropped}` });
    const { status, results, run } = await sarif(["check", "kortix.yaml", "policy/calls.jsonl"]);
    expect(status).toBe(2);
    expect(results.map((one) => `${one.ruleId} ${place(one)}`)).toEqual([
      "rule-dropped kortix.yaml:7",
      "expectation policy/calls.jsonl:1",
      "saved-call-unreadable policy/calls.jsonl:2",
    ]);
    expect(results[1]?.message.text).toBe(
      "`stripe.pay` is pinned to block and gets hold, decided by rule `stripe.*` line 5",
    );
    expect(notes(run)).toEqual([]);
  });

  it("says how much more there is than is listed, and what could not be decided", async () => {
    const call = '{"connector":"stripe","action":"pay","expect":"block"}\n';
    const masked = '{"connector":"stripe","action":"pay","args":{"reason":"[redacted]"}}\n';
    repository.write({
      "kortix.yaml": manifest.replace(
        "policies:\n",
        'policies:\n  - { match: "stripe.pay", action: always_run, conditions: [{ arg: reason, match: x }] }\n',
      ),
      "policy/calls.jsonl": call.repeat(101) + "no\n".repeat(21) + masked,
    });
    const { run } = await sarif(["check", "kortix.yaml", "policy/calls.jsonl"]);
    expect(run.results).toHaveLength(120);
    expect(notes(run)).toEqual([
      "warning: pinned decisions that do not hold, beside those listed: 1",
      "warning: lines that could not be read, beside those listed: 1",
      "warning: saved calls that cannot be decided: 1",
    ]);
  });
});

describe("diff", () => {
  it("has what is wrong after the change, tells what stood before, and counts what is decided differently", async () => {
    const before = `${manifest}${dropped}`;
    repository.commit({ "kortix.yaml": before });
    repository.write({
      "kortix.yaml": `${before.replace("require_approval", "block")}${dropped.replace("pay", "buy")}`,
    });
    const { status, results, run } = await sarif([
      "diff",
      "HEAD:kortix.yaml",
      "kortix.yaml",
      "--calls",
      "policy/calls.jsonl",
    ]);
    expect(status).toBe(2);
    expect(results.map((one) => `${one.ruleId} ${place(one)} ${one.baselineState}`)).toEqual([
      "rule-dropped kortix.yaml:7 unchanged",
      "rule-dropped kortix.yaml:8 new",
      "expectation policy/calls.jsonl:3 undefined",
      "saved-call-unreadable policy/calls.jsonl:2 undefined",
    ]);
    expect(notes(run)).toEqual([
      "note: classes of calls that are decided differently: 1",
      "note: connectors that the change affects: 1",
    ]);
  });

  it("has no result for what owners are asked to approve", async () => {
    repository.commit({ "kortix.yaml": manifest.replace(/ {2}- .*get_charge.*\n/, "") });
    repository.write({ "kortix.yaml": manifest.replace("require_approval", "block") });
    expect((await sarif(["diff", "HEAD:kortix.yaml", "kortix.yaml"])).results).toEqual([]);
  });
});

describe("review", () => {
  it("has what closes the gate as an error, what stood before as unchanged, and what is ignored with the reason", async () => {
    repository.commit({
      "policy/calls.jsonl": calls.replace("not a call\n", ""),
      ".github/countersign.yml": `${ignoring.replace("findings:", "invariants: [{ call: stripe.pay, at_least: block }]\nfindings:\n  close: [rule-covered]")}`,
    });
    repository.write({
      "kortix.yaml": `${manifest}${dropped}  - { match: "stripe.pay", action: require_approval }\n`,
    });
    const { status, results, run } = await sarif(["review", "--base", "HEAD"], "policy");
    expect(status).toBe(1);
    expect(
      results.map(
        (one) =>
          `${one.level} ${one.ruleId} ${place(one)} ${one.baselineState} ${one.suppressions[0]?.justification}`,
      ),
    ).toEqual([
      "error invariant kortix.yaml:5 undefined undefined",
      "error rule-dropped kortix.yaml:7 new undefined",
      "error rule-overruled kortix.yaml:6 unchanged goes soon (until 2999-12-31)",
      "error rule-covered kortix.yaml:8 new undefined",
    ]);
    expect(notes(run)[0]).toBe("note: Closed: 3 things to mend first");
  });

  it("has saved calls that do not hold, be they saved before or anew", async () => {
    repository.commit({ "policy/calls.jsonl": calls.split("\n").slice(0, 1).join() });
    repository.write({
      "kortix.yaml": manifest.replace("stripe.get_charge", "stripe.buy"),
      "policy/more.jsonl": '{"connector":"stripe","action":"buy","expect":"run"}\n',
    });
    repository.git("add", "--all");
    const { results } = await sarif(["review", "--base", "HEAD"]);
    expect(results.map((one) => `${one.ruleId} ${place(one)}`)).toEqual([
      "expectation policy/more.jsonl:1",
      "rule-overruled kortix.yaml:6",
    ]);
  });

  it("names the file that cannot be taken, and the configuration for what has no file", async () => {
    repository.git("mv", "kortix.yaml", "other.yaml");
    symlinkSync("other.yaml", join(repository.folder, "kortix.yaml"));
    repository.write({ ".github/countersign.yml": "owner: []\n" });
    const { status, results } = await sarif(["review", "--base", "HEAD"]);
    expect(status).toBe(2);
    expect(results.map((one) => `${one.ruleId} ${place(one)}`)).toEqual([
      "unreadable kortix.yaml:1",
      "config .github/countersign.yml:1",
      "config .github/countersign.yml:1",
    ]);
  });
});
