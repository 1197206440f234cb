import { readFileSync } from "node:fs";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import type { Correction } from "./beyond-the-slice.ts";
import { toJsonSchema } from "./json-schema.ts";

/** A slice of GitHub's published description, ready to check values against. */
export interface OpenApiDocument {
  /** What a JSON pointer or a `#/…` reference leads to; `undefined` when it leads nowhere. */
  at(pointer: string): unknown;
  /** A check against a schema; references in it may lead into the document. Compiled once. */
  compile(schema: object): ValidateFunction;
}

/** Reads `fixtures/github/NAME.json`, puts right what it has wrong, and turns its schemas into JSON Schema. */
export function openDocument(name: string, corrections: readonly Correction[]): OpenApiDocument {
  const file = new URL(`../../fixtures/github/${name}.json`, import.meta.url);
  const raw = JSON.parse(readFileSync(file, "utf8")) as unknown;
  for (const { pointer, correct } of corrections) {
    const slash = pointer.lastIndexOf("/");
    const parent = follow(pointer.slice(0, slash), raw) as Record<string, object>;
    const key = pointer.slice(slash + 1);
    parent[key] = correct(parent[key] ?? {});
  }
  const document = toJsonSchema(raw) as object;
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, name);
  const compiled = new Map<string, ValidateFunction>();
  return {
    at: (pointer) => follow(pointer, document),
    compile: (schema) => {
      const text = JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${name}#/`);
      const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object);
      compiled.set(text, validate);
      return validate;
    },
  };
}

/** Errors as sentences: where, what, and the values at fault. */
export function describeErrors(
  errors: readonly ErrorObject[] | null | undefined,
  what: string,
): string[] {
  return (errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${what}${instancePath}: ${message} ${JSON.stringify(params)}`,
  );
}

function follow(pointer: string, root: unknown): unknown {
  return pointer
    .replace(/^#/, "")
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], root);
}
