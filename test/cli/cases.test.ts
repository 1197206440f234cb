import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commandLine } from "./command-line.ts";
import { runProgram } from "./run-program.ts";

/**
 * A case is a folder: `command` is run in it, `stdin` is its standard input, `expected.txt` all of its standard output,
 * `expected.stderr.txt` all of its standard error (nothing when there is no such file), `expected.status` its exit status.
 */
const cases = new URL("../../fixtures/cli/", import.meta.url).pathname;

function text(folder: string, name: string): string {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

describe("the program", () => {
  it.each(readdirSync(cases))("%s", async (name) => {
    const folder = join(cases, name);
    const argv = commandLine(readFileSync(join(folder, "command"), "utf8"));
    const outcome = await runProgram(argv, { cwd: folder, stdin: text(folder, "stdin") });
    expect(outcome).toEqual({
      status: Number(readFileSync(join(folder, "expected.status"), "utf8")),
      stdout: readFileSync(join(folder, "expected.txt"), "utf8"),
      stderr: text(folder, "expected.stderr.txt"),
    });
  });
});
