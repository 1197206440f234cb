import type { Risk } from "../../policy/call.ts";
import { cleanedName } from "./action-path.ts";
import type { DescribedAction } from "./built-catalogue.ts";

/** Kortix semantics: what reads, what deletes; TRACE and every other method write. */
const risks: Readonly<Record<string, Risk>> = {
  get: "read",
  head: "read",
  options: "read",
  delete: "destructive",
  put: "write",
  post: "write",
  patch: "write",
  trace: "write",
};

/** Whether a parsed document describes an API in OpenAPI's form. */
export function isOpenApi(document: object): boolean {
  return ("openapi" in document || "swagger" in document) && isMap(Reflect.get(document, "paths"));
}

/**
 * The actions of an OpenAPI document, in its order. Kortix semantics: an action is called after its `operationId`, or after the
 * template of its path and its method.
 */
export function openApiActions(document: object): readonly DescribedAction[] {
  return entriesOf(Reflect.get(document, "paths")).flatMap(([template, item]) =>
    entriesOf(resolved(document, item)).flatMap(([method, operation]) => {
      const risk = Object.hasOwn(risks, method) ? risks[method] : undefined;
      if (risk === undefined || !isMap(operation)) return [];
      const { operationId } = operation as { readonly operationId?: unknown };
      const name = typeof operationId === "string" ? cleanedName(operationId) : "";
      return [{ path: name === "" ? `${cleanedName(template) || "root"}.${method}` : name, risk }];
    }),
  );
}

/** A path may be described elsewhere in the same document. */
function resolved(document: object, item: unknown): unknown {
  const reference = isMap(item) ? Reflect.get(item, "$ref") : undefined;
  if (typeof reference !== "string" || !reference.startsWith("#/")) return item;
  return reference
    .slice(2)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>(
      (value, key) =>
        isMap(value) && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined,
      document,
    );
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isMap(value) ? Object.entries(value) : [];
}

function isMap(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
