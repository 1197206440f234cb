/** A JSON value of a schema document. */
type Node = unknown;

const COMPOSED = ["$ref", "enum", "oneOf", "anyOf", "allOf"];

/** An OpenAPI 3.0 document with its schemas in JSON Schema's words: `nullable` becomes a type beside the others. */
export function toJsonSchema(node: Node): Node {
  if (Array.isArray(node)) return node.map(toJsonSchema);
  if (typeof node !== "object" || node === null) return node;
  const fields = Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => key !== "nullable" || typeof value !== "boolean")
      .map(([key, value]) => [key, key === "enum" ? value : toJsonSchema(value)]),
  );
  if (!("nullable" in node) || node.nullable !== true) return fields;
  const { type } = fields;
  const plain = !COMPOSED.some((key) => key in fields);
  if (plain && typeof type === "string") {
    return { ...fields, type: [type, "null"] };
  }
  return { anyOf: [fields, { type: "null" }] };
}
