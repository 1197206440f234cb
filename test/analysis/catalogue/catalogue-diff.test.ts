import { expect, test } from "vitest";
import type { Catalogue } from "../../../src/analysis/catalogue/catalogue.ts";
import { catalogueDiff } from "../../../src/analysis/catalogue/catalogue-diff.ts";
import { readCatalogue } from "../../../src/analysis/catalogue/read-catalogue.ts";

function catalogue(text: string): Catalogue {
  const { value } = readCatalogue({ path: "actions.json", text });
  if (value === undefined) throw new Error("not a catalogue");
  return value;
}

const told = (base: string, head: string): readonly string[] =>
  catalogueDiff(catalogue(base), catalogue(head)).map((one) =>
    one.kind === "action"
      ? `${one.connector}.${one.action}: ${one.from} → ${one.to}`
      : `${one.connector} becomes ${one.becomes}`,
  );

test.each([
  ['{"a":{"x":"read","y":null}}', '{"a":{"y":null,"x":"read"}}', []],
  ['{"a":{"x":"destructive"}}', '{"a":{"x":"read"}}', ["a.x: destructive → read"]],
  [
    '{"a":{"x":"write","y":"read"}}',
    '{"a":{"x":null,"z":"read"}}',
    ["a.x: write → not known", "a.y: read → absent", "a.z: absent → read"],
  ],
  ["{}", '{"b":{},"a":{"x":"read"}}', ["a becomes known", "a.x: absent → read", "b becomes known"]],
  ['{"a":{"x":"read"}}', "{}", ["a becomes unknown", "a.x: read → absent"]],
])("from %s to %s", (base, head, differences) => {
  expect(told(base, head)).toEqual(differences);
});
