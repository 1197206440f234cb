import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Diagnostic, Parsed } from "../../src/policy/source/diagnostic.ts";
import { type GateConfig, gateConfigPath } from "../../src/review/gate-config.ts";
import { readGateConfig } from "../../src/review/read-gate-config.ts";

const folder = "fixtures/review/gate-config";
const cases = readdirSync(folder).sort();

describe("the gate's configuration", () => {
  test.each(cases)("is read, or says what is wrong and where: %s", async (name) => {
    const expected = join(process.cwd(), folder, name, "expected.txt");
    await expect(told(read(name))).toMatchFileSnapshot(expected);
  });

  test.each(cases)("is either read or has an error: %s", (name) => {
    const { value, diagnostics } = read(name);
    expect(diagnostics.some(({ severity }) => severity === "error")).toBe(value === undefined);
  });

  test.each(cases)("says it in one line, with what to do: %s", (name) => {
    for (const { message, help } of read(name).diagnostics) {
      expect(message).toMatch(/^[a-z`].*[^.]$/);
      expect(help).toMatch(/^[a-z`].*[^.]$/);
    }
  });

  test("comes with nothing that a prototype lends", () => {
    const text = 'owners: { "*": ["@acme/security"] }';
    const { value } = readGateConfig({ path: gateConfigPath, text });
    expect(value?.owners.get("constructor")).toBeUndefined();
  });
});

function read(name: string): Parsed<GateConfig> {
  const text = readFileSync(join(folder, name, "countersign.yml"), "utf8");
  return readGateConfig({ path: gateConfigPath, text });
}

/** What was read, as JSON, below what there is to say. */
function told({ value, diagnostics }: Parsed<GateConfig>): string {
  const config =
    value === undefined
      ? "no configuration\n"
      : `${JSON.stringify({ ...value, owners: Object.fromEntries(value.owners) }, null, 2)}\n`;
  return `${diagnostics.map(remark).join("")}${config}`;
}

function remark({ severity, id, message, help, span }: Diagnostic): string {
  const place = `${span?.file}:${span?.start.line}:${span?.start.column}`;
  return `${place} ${severity} ${id}\n  ${message}\n  help: ${help}\n`;
}
