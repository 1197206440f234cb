import type { Entry } from "../decision-space/entry.ts";

/**
 * A pattern for the paths that an entry matches among those of a connector (null: any). For an expression, which is no
 * pattern of paths, all paths of the connector; `expressionWords` says the rest.
 */
export function pathPattern({ rule }: Entry, connector: string | null): string {
  const prefix = connector === null ? "" : `${connector}.`;
  if (rule?.match.kind !== "glob") {
    return `${prefix}*`;
  }
  const { text } = rule.match;
  if (rule.layer === "connector") {
    return `${prefix}${text}`;
  }
  return text.startsWith("*.") ? `${prefix || "*."}${text.slice(2)}` : text;
}

/** That the path, or the action, matches an entry's expression; nothing for an entry with another pattern. */
export function expressionWords({ rule }: Entry): readonly string[] {
  return rule?.match.kind === "expression"
    ? [`the ${rule.layer === "connector" ? "action" : "path"} matches \`${rule.match.text}\``]
    : [];
}
