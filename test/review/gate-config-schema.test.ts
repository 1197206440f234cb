import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { readDocument } from "../../src/policy/source/document.ts";
import { gateConfigPath } from "../../src/review/gate-config.ts";
import { gateConfigJsonSchema, gateConfigKeys } from "../../src/review/gate-config-schema.ts";
import { readGateConfig } from "../../src/review/read-gate-config.ts";

const folder = "fixtures/review/gate-config";

describe("the published JSON Schema", () => {
  test("is the one of the reader: `npx vitest run test/review/gate-config-schema.test.ts -u` writes it anew", async () => {
    const published = join(process.cwd(), "countersign.schema.json");
    await expect(formatted(gateConfigJsonSchema())).toMatchFileSnapshot(published);
  });

  test("is a schema that editors can read", () => {
    expect(new Ajv2020.default().validateSchema(gateConfigJsonSchema())).toBe(true);
  });

  test.each(readdirSync(folder))("refuses nothing that is read: %s", (name) => {
    const text = readFileSync(join(folder, name, "countersign.yml"), "utf8");
    const { value } = readGateConfig({ path: gateConfigPath, text });
    const isValid = new Ajv2020.default().compile(gateConfigJsonSchema());
    expect(isValid(written(text)) || value === undefined).toBe(true);
  });

  test.each(["unknown-keys", "wrong-kinds", "wrong-numbers", "invariants-that-say-nothing"])(
    "refuses what is no configuration: %s",
    (name) => {
      const text = readFileSync(join(folder, name, "countersign.yml"), "utf8");
      expect(new Ajv2020.default().validate(gateConfigJsonSchema(), written(text))).toBe(false);
    },
  );

  test("describes each setting", () => {
    const { properties } = gateConfigJsonSchema() as { properties: Record<string, object> };
    expect(Object.keys(properties)).toEqual(gateConfigKeys.get(""));
    for (const property of Object.values(properties)) {
      expect(property).toHaveProperty("description");
    }
  });
});

/** What the file holds; undefined when it is no YAML. */
function written(text: string): unknown {
  return readDocument({ path: gateConfigPath, text }).value?.value;
}

/** As the formatter leaves it: two spaces, and short lists of texts on one line. */
function formatted(schema: object): string {
  const text = JSON.stringify(schema, null, 2);
  const lists = text.replace(/\[\s+("[^"\n]*"(?:,\s+"[^"\n]*")*)\s+\]/g, (_, items: string) => {
    return `[${items.replace(/,\s+/g, ", ")}]`;
  });
  return `${lists}\n`;
}
