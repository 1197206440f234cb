import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { gitRepository } from "./git-repository.ts";
import { type Outcome, runProgram } from "./run-program.ts";

const repository = gitRepository();
const call = '{"connector":"stripe","action":"refund","args":{}}\n';

function manifest(action: string): string {
  return `policies:\n  - match: "*"\n    action: ${action}\n`;
}

function connectors(...slugs: readonly string[]): string {
  const entries = slugs.map(
    (slug) => `  - slug: ${slug}\n    provider: openapi\n    spec: s.json\n`,
  );
  return `connectors:\n${entries.join("")}`;
}

beforeAll(() => {
  repository.commit({
    "kortix.yaml": manifest("block"),
    "calls.jsonl": call,
    "apps/a/kortix.yaml": `imports: [parts, one.yaml]\n${manifest("block")}`,
    "apps/a/one.yaml": connectors("one"),
    "apps/a/parts/two.yaml": connectors("two"),
    "apps/a/parts/deep/three.yml": connectors("three"),
    "apps/a/parts/notes.txt": "no YAML",
  });
  symlinkSync("kortix.yaml", join(repository.folder, "link.yaml"));
  repository.commit({
    "linking.yaml": "imports: [link.yaml]\n",
    "lfs.yaml": "version https://git-lfs.github.com/spec/v1\n",
  });
  repository.write({ "kortix.yaml": manifest("always_run") });
});

function inRepository(argv: readonly string[], folder = ""): Promise<Outcome> {
  return runProgram(argv, { cwd: join(repository.folder, folder) });
}

function decisions({ stdout }: Outcome): readonly string[] {
  return stdout
    .split("\n")
    .filter((line) => line.startsWith("stripe."))
    .map((line) => line.split(/ +/)[1] ?? "");
}

describe("REV:PATH", () => {
  it("is the file as it was in that revision", async () => {
    expect(
      decisions(await inRepository(["check", "HEAD:kortix.yaml", "HEAD:calls.jsonl"])),
    ).toEqual(["block"]);
    expect(decisions(await inRepository(["check", "kortix.yaml", "calls.jsonl"]))).toEqual(["run"]);
  });

  it("starts at the top of the repository, or at the current folder with `./`", async () => {
    expect((await inRepository(["lint", "HEAD:kortix.yaml"], "apps")).status).toBe(0);
    expect((await inRepository(["lint", "HEAD:./a/kortix.yaml"], "apps")).status).toBe(0);
    expect((await inRepository(["lint", "HEAD:../kortix.yaml"], "apps")).status).toBe(0);
  });

  it("gives way to a path that exists", async () => {
    repository.write({ "HEAD:kortix.yaml": "policies: 1\n" });
    const { stdout } = await inRepository(["lint", "HEAD:kortix.yaml"]);
    repository.git("clean", "--quiet", "--force", "--", ":(literal)HEAD:kortix.yaml");
    expect(stdout).toMatch(/^HEAD:kortix\.yaml:1:\d+ error:/);
  });

  it("takes what it imports from the same revision, below the manifest", async () => {
    const { stdout } = await inRepository([
      "check",
      "HEAD:apps/a/kortix.yaml",
      "HEAD:calls.jsonl",
      "--format",
      "json",
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      calls: [{ decision: "denied", source: "connector_not_found" }],
    });
    repository.write({ "apps/a/one.yaml": "connectors: 1\n" });
    expect((await inRepository(["lint", "HEAD:apps/a/kortix.yaml"])).stdout).toBe("no remarks\n");
    expect((await inRepository(["lint", "apps/a/kortix.yaml"])).stdout).toMatch(
      /^apps\/a\/one\.yaml:1:\d+ error:/,
    );
    repository.git("checkout", "--quiet", "--", "apps");
  });

  it("names its rules by revision and path", async () => {
    const { stdout } = await inRepository([
      "explain",
      "HEAD:kortix.yaml",
      "stripe.refund",
      "--format",
      "json",
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ rule: { file: "HEAD:kortix.yaml", line: 2 } });
  });

  it.each([
    ["HEAD:nowhere.yaml", "there is no file `HEAD:nowhere.yaml`"],
    ["HEAD:apps", "`HEAD:apps` is a folder"],
    ["HEAD:link.yaml", "`HEAD:link.yaml` is a symlink"],
    ["HEAD:lfs.yaml", "`HEAD:lfs.yaml` is a Git LFS pointer, not the file itself"],
    ["HEAD:linking.yaml", "`HEAD:link.yaml`, which `HEAD:linking.yaml` imports, is a symlink"],
    ["nobody:kortix.yaml", "`nobody` is no revision of this repository"],
    ["--output=x:kortix.yaml", "unknown option '--output=x:kortix.yaml'"],
    ["HEAD:../x.yaml", "`../x.yaml` lies outside of the repository"],
    ["C:\\kortix.yaml", "there is no file `C:\\kortix.yaml`"],
    ["C:/kortix.yaml", "there is no file `C:/kortix.yaml`"],
  ])("%s is refused in words", async (file, message) => {
    const { status, stdout, stderr } = await inRepository(["lint", file]);
    expect({ stdout, stderr: stderr.split("\n")[0] }).toEqual({
      stdout: "",
      stderr: `error: ${message}`,
    });
    expect(status).toBe(file.startsWith("-") ? 3 : 2);
  });

  it.each([
    ["HEAD:nowhere.jsonl", "there is no file `HEAD:nowhere.jsonl`"],
    ["HEAD:link.yaml", "`HEAD:link.yaml` is a symlink"],
  ])("%s holds no saved calls", async (file, message) => {
    const outcome = await inRepository(["check", "kortix.yaml", file]);
    expect(outcome).toEqual({ status: 2, stdout: "", stderr: `error: ${message}\n` });
  });

  it("needs a repository", async () => {
    const { status, stderr } = await runProgram(["lint", "HEAD:kortix.yaml"], { cwd: "/" });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: git says: `not a git repository/);
  });
});

describe("a manifest on disk", () => {
  it("may itself be a symlink, but imports through none", async () => {
    expect((await inRepository(["lint", "link.yaml"])).status).toBe(0);
    const { status, stderr } = await inRepository(["lint", "linking.yaml"]);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr:
        "error: `link.yaml`, which `linking.yaml` imports, is a symlink, leads through one, or is spelled otherwise\n",
    });
  });

  it("imports through no folder that is a symlink", async () => {
    mkdirSync(join(repository.folder, "project"));
    symlinkSync("../apps/a/parts", join(repository.folder, "project", "parts"));
    repository.write({ "project/kortix.yaml": "imports: [parts/two.yaml]\n" });
    expect((await inRepository(["lint", "project/kortix.yaml"])).status).toBe(2);
  });

  it("imports a folder with all its YAML files", async () => {
    const { stdout } = await inRepository(["explain", "apps/a/kortix.yaml", "three.x"]);
    expect(stdout).toContain("`three` is declared and enabled");
  });

  it("is bounded", async () => {
    repository.write({ "large.yaml": "a".repeat(1_048_577) });
    expect((await inRepository(["lint", "large.yaml"])).stderr).toBe(
      "error: `large.yaml` is larger than 1 MiB\n",
    );
  });
});
