import type { SourceFile } from "../../policy/source/diagnostic.ts";
import { readDocument } from "../../policy/source/document.ts";
import type { DescribedAction } from "./built-catalogue.ts";
import { introspectedActions, schemaTextActions } from "./graphql-actions.ts";
import { mcpActions, mcpTools } from "./mcp-actions.ts";
import { isOpenApi, openApiActions } from "./openapi-actions.ts";

/** Why a description of a connector cannot be read, in words. */
export interface DescriptionFault {
  readonly because: string;
}

/**
 * The actions that a file describes: an OpenAPI document, an answer to MCP's `tools/list`, a GraphQL schema (its definition
 * language, or an introspection); which of them it is shows in its content. A description without any action is a fault:
 * what a catalogue leaves out counts as not existing.
 */
export function describedActions(file: SourceFile): readonly DescribedAction[] | DescriptionFault {
  const document = parsedDocument(file);
  const actions =
    (document && documentActions(document)) ?? schemaTextActions(file.text) ?? unknownForm;
  if ("because" in actions) return actions;
  return actions.length > 0 ? actions : { because: "it describes no action" };
}

const unknownForm: DescriptionFault = {
  because:
    "it is neither an OpenAPI document, nor an answer to MCP's `tools/list`, nor a GraphQL schema",
};

function documentActions(document: object): readonly DescribedAction[] | undefined {
  if (isOpenApi(document)) return openApiActions(document);
  const tools = mcpTools(document);
  if (tools !== undefined) return mcpActions(tools);
  return introspectedActions(document);
}

/** JSON of any size, or YAML of at most 1 MiB; undefined for a text that is no map in either. */
function parsedDocument(file: SourceFile): object | undefined {
  let value: unknown;
  try {
    value = JSON.parse(file.text.replace(/^\uFEFF/, ""));
  } catch {
    value = readDocument(file).value?.value;
  }
  return typeof value === "object" && value !== null ? value : undefined;
}
