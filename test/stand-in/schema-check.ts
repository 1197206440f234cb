import type { ValidateFunction } from "ajv";
import { CORRECTIONS, EXTRA_ENDPOINTS } from "./beyond-the-slice.ts";
import { describeErrors, openDocument } from "./openapi-document.ts";

/** The parts of a request that GitHub's description speaks of. */
export interface RequestParts {
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: { readonly type?: string };
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface Operation {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Content | { readonly $ref: string }>>;
}

/** Breaches of these are GitHub's own to refuse, with 422: the routes do. */
const SIZE_LIMITS: ReadonlySet<string> = new Set(["maxLength", "maxItems"]);
const ERROR_SCHEMA = {
  type: "object",
  required: ["message", "documentation_url"],
  properties: { message: { type: "string" }, documentation_url: { type: "string" } },
};

const slice = openDocument("openapi-slice", CORRECTIONS);

/** Whether an operation is in the slice, or on the list of what may go beyond it. */
export function isKnownOperation(operation: string): boolean {
  return (
    findOperation(operation) !== undefined ||
    EXTRA_ENDPOINTS.some(({ endpoint }) => endpoint === operation)
  );
}

/** How a request departs from GitHub's description; empty when it does not. Unknown query and body fields count. */
export function requestViolations(operation: string, request: RequestParts): string[] {
  const known = findOperation(likeOperation(operation));
  const parameters = (known?.parameters ?? []).map(
    (parameter) => ("$ref" in parameter ? slice.at(parameter.$ref) : parameter) as Parameter,
  );
  const content = known?.requestBody?.content?.["application/json"];
  return [
    ...Object.entries(request.path).flatMap(([name, value]) => {
      const parameter = parameters.find((p) => p.in === "path" && p.name === name);
      return parameter?.schema.type === "integer" && !/^\d+$/.test(value)
        ? [`path parameter ${name} must be an integer, not ${value}`]
        : [];
    }),
    ...queryViolations(operation, parameters, request.query),
    ...(content === undefined
      ? request.body === undefined
        ? []
        : [`${operation} takes no body`]
      : bodyViolations(
          operation,
          known?.requestBody?.required ?? false,
          content.schema,
          request.body,
        )),
  ];
}

/** How an answer departs from GitHub's description; empty when it does not. A server error may look like anything. */
export function responseViolations(operation: string, status: number, body: unknown): string[] {
  if (status >= 500) return [];
  const validate = responseSchema(operation, status);
  if (validate === "undeclared") return [`${operation} never answers ${status}`];
  if (validate === "empty") return body === undefined ? [] : [`a ${status} has no body`];
  return validate(body) ? [] : describeErrors(validate.errors, `response ${status}`);
}

function responseSchema(
  operation: string,
  status: number,
): ValidateFunction | "empty" | "undeclared" {
  const like = EXTRA_ENDPOINTS.find(({ endpoint }) => endpoint === operation)?.like;
  if (like !== undefined && "schema" in like && status === 200) return slice.compile(like.schema);
  const declared = findOperation(likeOperation(operation))?.responses[String(status)];
  const response = declared && "$ref" in declared ? (slice.at(declared.$ref) as Content) : declared;
  const schema = response?.content?.["application/json"]?.schema;
  if (schema !== undefined) return slice.compile(schema);
  if (status >= 300) return slice.compile(ERROR_SCHEMA);
  return response === undefined ? "undeclared" : "empty";
}

function queryViolations(
  operation: string,
  parameters: readonly Parameter[],
  query: URLSearchParams,
): string[] {
  return [...query].flatMap(([name, value]) => {
    const parameter = parameters.find((p) => p.in === "query" && p.name === name);
    if (parameter === undefined) return [`${operation} has no query parameter ${name}`];
    const validate = slice.compile(parameter.schema);
    const typed = parameter.schema.type === "integer" ? Number(value) : value;
    const flag = parameter.schema.type === "boolean" ? value === "true" : typed;
    return validate(flag) ? [] : describeErrors(validate.errors, `query parameter ${name}`);
  });
}

function bodyViolations(
  operation: string,
  required: boolean,
  schema: object,
  body: unknown,
): string[] {
  if (body === undefined) return required ? [`${operation} needs a body`] : [];
  const validate = slice.compile(schema);
  const unknown = Object.keys(Object(body)).filter((key) => !fieldsOf(schema).has(key));
  return [
    ...unknown.map((key) => `${operation} has no body field ${key}`),
    ...(validate(body)
      ? []
      : describeErrors(
          validate.errors?.filter(({ keyword }) => !SIZE_LIMITS.has(keyword)),
          "request body",
        )),
  ];
}

/** Every field name that a schema speaks of at its top. */
function fieldsOf(schema: object): Set<string> {
  const { properties, oneOf, anyOf, allOf, $ref } = schema as Record<string, unknown>;
  const parts = [oneOf, anyOf, allOf].flatMap((list) => (Array.isArray(list) ? list : []));
  if (typeof $ref === "string") parts.push(slice.at($ref));
  return new Set([
    ...Object.keys((properties as object | undefined) ?? {}),
    ...parts.flatMap((part) => [...fieldsOf(part as object)]),
  ]);
}

/** The operation of the slice that an endpoint beyond it answers like, or the operation itself. */
function likeOperation(operation: string): string {
  const like = EXTRA_ENDPOINTS.find(({ endpoint }) => endpoint === operation)?.like;
  return like !== undefined && "operation" in like ? like.operation : operation;
}

function findOperation(operation: string): Operation | undefined {
  const like = EXTRA_ENDPOINTS.find(({ endpoint }) => endpoint === operation)?.like;
  if (like !== undefined && "described" in like) return like.described as Operation;
  const [method = "", path = ""] = operation.split(" ");
  const key = path.replaceAll("/", "~1");
  return slice.at(`/paths/${key}/${method.toLowerCase()}`) as Operation | undefined;
}
