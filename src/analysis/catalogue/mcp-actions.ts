import type { Risk } from "../../policy/call.ts";
import { cleanedName } from "./action-path.ts";
import type { DescribedAction } from "./built-catalogue.ts";

interface Tool {
  readonly name: string;
  readonly annotations?: {
    readonly destructiveHint?: unknown;
    readonly readOnlyHint?: unknown;
  } | null;
}

/** The tools of an answer to MCP's `tools/list`, alone or in its envelope; undefined when a document is none. */
export function mcpTools(document: object): readonly unknown[] | undefined {
  const result: unknown = Reflect.get(document, "result");
  const answer = typeof result === "object" && result !== null ? result : document;
  const tools: unknown = Reflect.get(answer, "tools");
  return Array.isArray(tools) ? tools : undefined;
}

/**
 * The actions of an MCP server, in its order. Kortix semantics: a tool that says it destroys is destructive, else one that says it
 * only reads is a read, and any other writes. A hint counts when it is truthy.
 */
export function mcpActions(tools: readonly unknown[]): readonly DescribedAction[] {
  return tools.filter(isTool).map(({ name, annotations }) => ({
    path: cleanedName(name),
    risk: riskOf(annotations ?? {}),
  }));
}

function riskOf({ destructiveHint, readOnlyHint }: NonNullable<Tool["annotations"]>): Risk {
  if (destructiveHint) return "destructive";
  return readOnlyHint ? "read" : "write";
}

function isTool(value: unknown): value is Tool {
  return (
    typeof value === "object" && value !== null && "name" in value && typeof value.name === "string"
  );
}
