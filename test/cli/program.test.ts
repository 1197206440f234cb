import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Outcome } from "./run-program.ts";

const root = new URL("../../", import.meta.url).pathname;
const desk = "fixtures/support-desk";

/** Starts the program itself. `readAll`: false closes the pipe after the first output. */
function start(
  argv: readonly string[],
  env: NodeJS.ProcessEnv = {},
  readAll = true,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", "src/cli/main.ts", ...argv], {
      cwd: root,
      env: { ...process.env, NO_COLOR: undefined, FORCE_COLOR: undefined, CI: undefined, ...env },
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
      if (!readAll) child.stdout.destroy();
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    child.stdin.end(readFileSync(`${root}${desk}/calls.jsonl`));
    child.on("error", reject);
    child.on("close", (status) => resolve({ status: status ?? -1, stdout, stderr }));
  });
}

// Four processes start at once, each of which compiles the program.
describe.concurrent("the program as a process", { timeout: 60_000 }, () => {
  it("prints a check of standard input and ends well", async () => {
    const expected = readFileSync(`${root}${desk}/expected-check.txt`, "utf8");
    expect(await start(["check", `${desk}/kortix.yaml`, "-"])).toEqual({
      status: 0,
      stdout: expected,
      stderr: "",
    });
  });

  it("tells its status", async () => {
    const { status, stderr } = await start(["lint", "nowhere.yaml"]);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: "error: there is no file `nowhere.yaml`\n",
    });
  });

  it("colours a pipe only when it is told to", async () => {
    const argv = ["check", `${desk}/kortix.yaml`, `${desk}/calls.jsonl`];
    expect((await start(argv, { FORCE_COLOR: "1" })).stdout).toContain("\u001B[32mrun\u001B[39m");
    expect((await start(argv, { FORCE_COLOR: "1", NO_COLOR: "1" })).stdout).not.toContain("\u001B");
  });

  it("stops quietly when nobody reads on", async () => {
    const many = Array.from({ length: 400 }, () => `${desk}/calls.jsonl`);
    const { status, stderr } = await start(["check", `${desk}/kortix.yaml`, ...many], {}, false);
    expect({ status, stderr }).toEqual({ status: 141, stderr: "" });
  });
});
