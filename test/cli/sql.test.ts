import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { duckdbEngine } from "../analysis/sql/sql-engines.ts";
import { commandLine } from "./command-line.ts";
import { runProgram } from "./run-program.ts";

const cwd = new URL("../../fixtures/support-desk/", import.meta.url).pathname;
const page = readFileSync(new URL("../../docs/logs.md", import.meta.url), "utf8");

describe("the query that docs/logs.md shows", () => {
  it("gives the rows that it shows", async () => {
    const [, command = ""] = /^countersign (sql [^>]*)>/m.exec(page) ?? [];
    const argv = commandLine(command.replace("\\\n", " ")).map((word) =>
      word.replace("'calls.jsonl'", `'${cwd}calls.jsonl'`),
    );
    const { status, stdout, stderr } = await runProgram(argv, { cwd });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const engine = await duckdbEngine();
    const rows = await engine.query(stdout);
    await engine.close();
    const [first] = rows;
    const shown = rows.map((row) => `| ${Object.values(row).join(" | ")} |`).join("\n");
    expect(Object.keys(first ?? {})).toContain("direction");
    expect(page).toContain(`| ${Object.keys(first ?? {}).join(" | ")} |\n`);
    expect(page).toContain(`\n${shown}\n\n`);
  });
});
