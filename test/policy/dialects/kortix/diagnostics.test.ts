import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { kortixDiagnostics } from "../../../../src/policy/dialects/kortix/diagnostic-kinds.ts";
import { readPolicy } from "../../../../src/policy/dialects/kortix/read-policy.ts";
import type { Diagnostic, SourceFile } from "../../../../src/policy/source/diagnostic.ts";

const folder = "fixtures/kortix/diagnostics";
const cases = readdirSync(folder).sort();

describe("what reading a manifest reports", () => {
  it.each(cases)("%s", async (name) => {
    const { value, diagnostics } = readPolicy(filesOf(join(folder, name)));
    const kept = value === undefined ? "no policy\n" : "";
    const text = `${diagnostics.map(rendered).join("")}${kept}`;
    await expect(text || "nothing\n").toMatchFileSnapshot(
      join(process.cwd(), folder, name, "expected.txt"),
    );
  });

  it("has a case for every kind of diagnostic", () => {
    const reported = cases.flatMap((name) =>
      readPolicy(filesOf(join(folder, name))).diagnostics.map(({ id }) => id),
    );
    const elsewhere = ["not-text", "too-costly"];
    expect([...new Set([...reported, ...elsewhere])].sort()).toEqual(
      Object.keys(kortixDiagnostics).sort(),
    );
  });

  it.each(cases)("says it in one line, with what to do: %s", (name) => {
    for (const { id, message, help, severity } of readPolicy(filesOf(join(folder, name)))
      .diagnostics) {
      expect(message).toMatch(/^[a-z`].*[^.]$/);
      expect(help).toMatch(/^[a-z`].*[^.]$/);
      expect(new Map(Object.entries(kortixDiagnostics)).get(id)?.severity).toBe(severity);
    }
  });
});

function filesOf(root: string): SourceFile[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "expected.txt")
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: path.slice(root.length + 1), text: readFileSync(path, "utf8") }));
}

function rendered({ id, severity, message, help, span }: Diagnostic): string {
  const place = span === undefined ? "" : `${span.file}:${span.start.line}:${span.start.column} `;
  return `${place}${severity} ${id}\n  ${message}\n  help: ${help}\n`;
}
