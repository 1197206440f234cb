import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { type GitRepository, gitRepository } from "./git-repository.ts";
import { type Outcome, runProgram } from "./run-program.ts";

const desk = new URL("../../fixtures/support-desk/", import.meta.url);
const before = readFileSync(new URL("kortix.yaml", desk), "utf8");
const after = readFileSync(new URL("kortix.moved.yaml", desk), "utf8");
const calls = readFileSync(new URL("calls.jsonl", desk), "utf8");
const config = `owners:
  stripe: ["@acme/finance"]
  "*": ["@acme/security"]
corpus: ["policy/*.jsonl"]
`;

let repository: GitRepository;

beforeEach(() => {
  repository = gitRepository();
  repository.commit({
    "kortix.yaml": before,
    "policy/calls.jsonl": calls,
    ".github/countersign.yml": config,
  });
});

function review(...options: readonly string[]): Promise<Outcome> {
  return runProgram(["review", ...options], { cwd: join(repository.folder, "policy") });
}

async function reviewJson(...options: readonly string[]): Promise<Record<string, unknown>> {
  return JSON.parse((await review(...options, "--format", "json")).stdout);
}

describe("a review in a checkout", () => {
  it("has nothing to countersign where nothing changed", async () => {
    const { status, stdout } = await review();
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Open: nothing to countersign\n/);
  });

  it("compares the working tree with where the change left the default branch", async () => {
    const base = repository.git("rev-parse", "--short=12", "HEAD").trim();
    repository.git("checkout", "--quiet", "-b", "change");
    repository.git("branch", "--quiet", "--force", "main", "change");
    repository.write({ "kortix.yaml": after });
    expect(await reviewJson()).toMatchObject({
      base,
      head: "working tree",
      verdict: "waiting",
      requirements: [
        { connector: "stripe", groups: [{ label: "owners", owners: ["@acme/finance"] }] },
      ],
      projects: [
        {
          name: "kortix.yaml",
          rules: [{ kind: "moved", words: "moved below line 28" }],
          savedCalls: { total: { calls: 10 }, changed: { calls: 1 } },
          load: {
            connectors: [
              { connector: "helpdesk", owners: ["@acme/security"], before: 1, after: 1 },
              { connector: "stripe", owners: ["@acme/finance"], before: 2, after: 3 },
            ],
          },
        },
      ],
    });
    expect((await review()).status).not.toBe(0);
  });

  it("replays packed calls, with the risk that the catalogue of the base knows", async () => {
    const file = (rule: string): string =>
      `policy: { default_mode: risk }\nconnectors: [{ slug: crm, provider: mcp, url: "https://a.b" }]\n${rule}`;
    const call = '{"connector":"crm","action":"find"}\n';
    mkdirSync(join(repository.folder, "policy"), { recursive: true });
    writeFileSync(join(repository.folder, "policy/crm.jsonl.gz"), gzipSync(call));
    repository.commit({
      "kortix.yaml": file(""),
      "policy/actions.json": '{"crm":{"find":"read"}}',
      ".github/countersign.yml": config
        .replace('"policy/*.jsonl"', '"policy/*.jsonl.gz"')
        .concat("catalog: policy/actions.json\n"),
    });
    repository.write({
      "kortix.yaml": file('policies: [{ match: "crm.*", action: block }]\n'),
      "policy/actions.json": '{"crm":{"find":"write"}}',
    });
    expect(await reviewJson()).toMatchObject({
      projects: [{ savedCalls: { total: { calls: 1 }, matrix: { run: { block: { calls: 1 } } } } }],
    });
  });

  it("says how what describes a connector changes, and knows no other of its actions", async () => {
    const manifest = (rule: string): string =>
      `connectors: [{ slug: stripe, provider: openapi, spec: ./specs/stripe.json }]
policies: [{ match: "${rule}", action: block }]
`;
    const spec = (method: string): string =>
      JSON.stringify({ openapi: "3.1.0", paths: { "/a": { [method]: { operationId: "drop" } } } });
    repository.commit({
      "kortix.yaml": manifest("stripe.drop"),
      "specs/stripe.json": spec("delete"),
    });
    repository.write({ "kortix.yaml": manifest("stripe.dorp"), "specs/stripe.json": spec("get") });
    expect(await reviewJson("--base", "HEAD")).toMatchObject({
      requirements: [{ connector: "stripe" }],
      specs: [{ manifest: "kortix.yaml", connector: "stripe", differences: 1 }],
      projects: [
        {
          findings: expect.arrayContaining([
            expect.objectContaining({ id: "guard-names-no-action", standing: false }),
          ]),
        },
      ],
    });
    repository.write({ "specs/stripe.json": "{" });
    expect(await reviewJson("--base", "HEAD")).toMatchObject({
      specs: [{ connector: "stripe", because: expect.stringContaining("it is neither") }],
    });
  });

  it("replays saved calls that do not lie in the repository, and says which", async () => {
    repository.commit({
      ".github/countersign.yml": config.replace('"policy/*.jsonl"', '"mounted:calls/*.jsonl"'),
    });
    repository.write({ "kortix.yaml": after });
    const left = await review("--format", "json", "--base", "HEAD");
    expect(left.stderr).toContain(
      "warning: the saved calls in `mounted:calls/*.jsonl` were not replayed",
    );
    expect(JSON.parse(left.stdout)).toMatchObject({ mounted: [] });
    const elsewhere = gitRepository();
    elsewhere.write({ "calls/a.jsonl": calls });
    const options = ["--base", "HEAD", "--corpus-root", elsewhere.folder];
    expect(await reviewJson(...options)).toMatchObject({
      mounted: [{ path: "mounted:calls/a.jsonl", bytes: Buffer.byteLength(calls) }],
      projects: [{ savedCalls: { total: { calls: 10 } } }],
    });
    const missing = await review(
      "--base",
      "HEAD",
      "--corpus-root",
      join(elsewhere.folder, "calls"),
    );
    expect(missing.stderr).toContain("no file matches");
    expect(missing.status).toBe(2);
  });

  it("says in words who is asked", async () => {
    repository.write({ "kortix.yaml": after });
    const { stdout } = await review("--format", "markdown");
    expect(stdout).toMatch(/^### Closed: waiting for the owners of `stripe`\n/);
    expect(stdout).toContain("| `stripe` | @acme/finance | ⏳ waiting for 1 approval |");
    expect(stdout).toContain("1 of 10 saved calls would be decided differently");
  });

  it("compares two revisions", async () => {
    repository.commit({ "kortix.yaml": after });
    expect((await review("--base", "HEAD~1", "--head", "HEAD")).status).not.toBe(0);
    expect((await review("--base", "HEAD", "--head", "HEAD")).status).toBe(0);
  });

  it("asks origin's default branch first", async () => {
    const first = repository.git("rev-parse", "HEAD").trim();
    repository.git("update-ref", "refs/remotes/origin/trunk", first);
    repository.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk");
    repository.commit({ "kortix.yaml": after });
    expect(await reviewJson()).toMatchObject({ base: first.slice(0, 12), verdict: "waiting" });
  });

  it("reads owners, manifests and saved calls from the base, never from the change", async () => {
    repository.write({
      "kortix.yaml": after,
      ".github/countersign.yml": config.replace("finance", "accomplice"),
      "policy/calls.jsonl": "",
    });
    expect(await reviewJson()).toMatchObject({
      requirements: [
        { connector: "*", groups: [{ owners: ["@acme/security"] }] },
        {
          connector: "stripe",
          groups: [
            { label: "owners before this change", owners: ["@acme/finance"] },
            { label: "owners after this change", owners: ["@acme/accomplice"] },
          ],
        },
      ],
      projects: [{ savedCalls: { total: { calls: 10 } } }],
    });
  });

  it("closes for a manifest whose entries the platform drops", async () => {
    repository.write({ "kortix.yaml": before.replace("action: block", "action: deny") });
    const { status, stdout } = await review("--format", "json");
    expect(status).not.toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: "closed-by-change",
      blockers: [{ kind: "dropped", file: "kortix.yaml", help: "did you mean `block`?" }],
    });
  });

  it("ends with 2 for a manifest that cannot be read", async () => {
    repository.write({ "kortix.yaml": "policies: [" });
    expect((await review()).status).toBe(2);
  });

  it("does not follow a manifest that is a symlink", async () => {
    repository.git("mv", "kortix.yaml", "other.yaml");
    symlinkSync("other.yaml", join(repository.folder, "kortix.yaml"));
    const { status, stdout } = await review("--format", "json");
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: "closed-by-change",
      blockers: [{ kind: "unreadable", message: expect.stringContaining("is a symlink") }],
    });
  });

  it.each([
    ["cannot be read", () => repository.commit({ ".github/countersign.yml": "owner: []\n" })],
    [
      "is a symlink",
      () => {
        repository.git("rm", "--quiet", ".github/countersign.yml");
        mkdirSync(join(repository.folder, ".github"), { recursive: true });
        symlinkSync("../kortix.yaml", join(repository.folder, ".github/countersign.yml"));
        repository.commit({});
      },
    ],
    [
      "is a folder",
      () => {
        repository.git("rm", "--quiet", ".github/countersign.yml");
        repository.commit({ ".github/countersign.yml/x": "" });
      },
    ],
    [
      "is not there",
      () => {
        repository.git("rm", "--quiet", ".github/countersign.yml");
        repository.commit({});
      },
    ],
  ])("is closed where the base's configuration %s", async (_, prepare) => {
    prepare();
    repository.write({ "kortix.yaml": after });
    expect(await reviewJson("--base", "HEAD")).toMatchObject({ verdict: "closed-by-setup" });
  });

  it("refuses saved calls that are no regular file", async () => {
    symlinkSync("calls.jsonl", join(repository.folder, "policy/link.jsonl"));
    repository.commit({ "kortix.yaml": after });
    repository.write({ "kortix.yaml": before });
    expect(await review("--base", "HEAD")).toEqual({
      status: 2,
      stdout: "",
      stderr: "error: `policy/link.jsonl` is a symlink\n",
    });
  });

  it("takes a new manifest, and a deleted one, as a change of everything", async () => {
    repository.git("rm", "--quiet", "kortix.yaml");
    const { status, stdout } = await review("--format", "json");
    expect(status).not.toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: "waiting",
      projects: [{ name: "kortix.yaml" }],
    });
  });

  it("reviews every manifest that the base names", async () => {
    repository.commit({
      ".github/countersign.yml": `${config}manifest: ["apps/*/kortix.yaml"]\n`,
      "apps/a/kortix.yaml": before,
      "apps/b/kortix.yaml": before,
    });
    repository.write({ "apps/b/kortix.yaml": after });
    const { projects } = await reviewJson("--base", "HEAD");
    expect(projects).toMatchObject([
      { name: "apps/a/kortix.yaml", complete: true, changes: [] },
      { name: "apps/b/kortix.yaml", savedCalls: { changed: { calls: 1 } } },
    ]);
  });

  it("says what is missing", async () => {
    expect(await review("--base", "nowhere")).toEqual({
      status: 2,
      stdout: "",
      stderr: "error: `nowhere` is no revision of this repository\n",
    });
    repository.git("branch", "--move", "main", "somewhere");
    expect(await review()).toEqual({
      status: 3,
      stdout: "",
      stderr:
        "error: there is no default branch to compare with: neither `origin` nor this checkout has one\nhelp: name a revision with `--base`\n",
    });
    repository.git("rm", "--quiet", "kortix.yaml");
    repository.commit({});
    expect((await review("--base", "HEAD")).stderr).toBe(
      "error: neither side has a manifest\nhelp: the default is `kortix.yaml`; `.github/countersign.yml` at the base may name others\n",
    );
  });
});
