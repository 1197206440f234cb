import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { kortixDiagnostics } from "../src/policy/dialects/kortix/diagnostic-kinds.ts";
import { gateConfigSchema } from "../src/review/gate-config-schema.ts";
import { readGateConfig } from "../src/review/read-gate-config.ts";
import { runProgram } from "./cli/run-program.ts";
import { withConsoleOutput } from "./docs/console-examples.ts";
import { exampleComment } from "./docs/example-comment.ts";
import { findingTable, requestedFindingTable } from "./docs/finding-tables.ts";
import { markdownTable, withGeneratedParts } from "./docs/generated-parts.ts";
import { exportedShapes, jsonShapes } from "./docs/json-shapes.ts";
import { jsonWords } from "./docs/json-words.ts";
import { brokenLinks } from "./docs/page-links.ts";

// What a page shows of the code is made from the code; `npx vitest run test/docs.test.ts -u` writes it anew.

const read = (path: string): string => readFileSync(path, "utf8");
const pagePath = (page: string): string => join(process.cwd(), page);
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  ...readdirSync("docs").map((page) => `docs/${page}`),
];

describe("docs/diagnostics.md", () => {
  it("has every diagnostic that reading a manifest can report, with its meaning", async () => {
    const rows = Object.entries(kortixDiagnostics).map(([id, { severity, meaning }]) => [
      `\`${id}\``,
      severity,
      meaning,
    ]);
    const page = withGeneratedParts(read("docs/diagnostics.md"), {
      diagnostics: () => markdownTable(["id", "severity", "meaning"], rows),
    });
    await expect(page).toMatchFileSnapshot(pagePath("docs/diagnostics.md"));
  });
});

describe("docs/attempts.md", () => {
  it("has one test for each attempt, and no test without an attempt", () => {
    const listed = [...read("docs/attempts.md").matchAll(/^\| (\d+) \|/gm)].map(([, row]) =>
      Number(row),
    );
    const folder = "test/github/attempts";
    const tested = readdirSync(folder).flatMap((file) =>
      [...read(join(folder, file)).matchAll(/^attempt\(\s*(\d+),/gm)].map(([, row]) => Number(row)),
    );
    expect(listed).toEqual(Array.from({ length: 66 }, (_, index) => index + 1));
    expect(tested.toSorted((one, other) => one - other)).toEqual(listed);
  });
});

describe("docs/findings.md", () => {
  it("has every kind of finding, with its meaning", async () => {
    const makers = { findings: findingTable, requested: requestedFindingTable };
    const page = withGeneratedParts(read("docs/findings.md"), makers);
    await expect(page).toMatchFileSnapshot(pagePath("docs/findings.md"));
  });
});

describe("docs/json.md", () => {
  it("shows the shapes and words of the source", async () => {
    const makers = { shapes: jsonShapes, words: jsonWords };
    const page = withGeneratedParts(read("docs/json.md"), makers);
    await expect(page).toMatchFileSnapshot(pagePath("docs/json.md"));
  });

  it("leaves no shape of a JSON report out", () => {
    const files = readdirSync("src/report", { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => join("src/report", file));
    const declared = files.flatMap((file) => [...exportedShapes(file).keys()]);
    const shapes = declared.filter((name) => name.endsWith("Json"));
    expect(shapes).not.toEqual([]);
    expect(shapes.filter((name) => !read("docs/json.md").includes(`interface ${name} `))).toEqual(
      [],
    );
  });
});

describe("README.md", () => {
  it("shows the comment of the worked example, and what each command prints", async () => {
    const page = withGeneratedParts(read("README.md"), { comment: exampleComment });
    await expect(await withConsoleOutput(page)).toMatchFileSnapshot(pagePath("README.md"));
  });

  it("shows a configuration that reads, and explains each of its keys", () => {
    const [, text = ""] = /```yaml\n(owners:[\s\S]*?)```/.exec(read("README.md")) ?? [];
    const { value, diagnostics } = readGateConfig({ path: "countersign.yml", text });
    expect(diagnostics).toEqual([]);
    expect(value?.owners.size).toBe(3);
    const explained = firstCells(section("## Name the owners"));
    const keys = Object.keys(gateConfigSchema.shape);
    expect(
      keys.filter((key) => !explained.some((cell) => cell === key || cell.startsWith(`${key}.`))),
    ).toEqual([]);
    expect(explained.filter((cell) => !keys.includes(cell.split(".")[0] ?? ""))).toEqual([]);
  });

  it("gives a reason for every permission and event of app.yml, and no others", () => {
    const app: {
      readonly default_permissions: Readonly<Record<string, string>>;
      readonly default_events: readonly string[];
    } = parse(read("app.yml"));
    const permissions = Object.entries(app.default_permissions).map(
      ([name, level]) => `${name}: ${level}`,
    );
    const named = firstCells(section("### Register it"));
    expect([...named].sort()).toEqual([...permissions, ...app.default_events].sort());
  });

  it("explains every variable that the app reads", () => {
    const source = `${read("src/github/environment.ts")}${read("src/app.ts")}`;
    const variables = [...source.matchAll(/(?:value\(|env\[)"([A-Z_]+)"/g)].map(([, name]) => name);
    expect(variables).toContain("WEBHOOK_SECRET");
    const explained = firstCells(section("### Run it"));
    expect(variables.filter((name) => name !== undefined && !explained.includes(name))).toEqual([]);
  });

  it("names every command", async () => {
    const { stdout } = await runProgram(["--help"], { cwd: "." });
    const commands = [...stdout.matchAll(/^ {2}(\w+) .* {2}/gm)].map(([, name = ""]) => name);
    expect(commands).toContain("check");
    const named = firstCells(section("## Command line")).map((cell) => cell.split(" ")[0] ?? "");
    expect(commands.filter((name) => name !== "help" && !named.includes(name))).toEqual([]);
  });
});

describe.each(pages)("%s", (page) => {
  it("has no link that leads nowhere", () => {
    expect(brokenLinks(page)).toEqual([]);
  });
});

/** What stands between a heading of the README and the next. */
function section(heading: string): string {
  const [, text] = read("README.md").split(`\n${heading}\n`);
  expect(text).toBeDefined();
  return text?.split(/\n#+ /)[0] ?? "";
}

/** What stands in backticks in the first cell of each row of a text's tables. */
function firstCells(text: string): readonly string[] {
  return [...text.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
  );
}
