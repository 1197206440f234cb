import { compileFault } from "./compile-fault.ts";
import { expressionParts } from "./expression-parts.ts";
import type { Pattern } from "./pattern.ts";

/**
 * Classifies a rule's or a condition's `match`. Never fails: an expression that does not compile is `dead`, with the
 * engine's reason. Trims nothing: a rule's text comes trimmed, a condition's as written.
 */
export function parsePattern(text: string): Pattern {
  if (text === "*") {
    return { kind: "anything", text };
  }
  const parts = expressionParts(text);
  if (parts === undefined) {
    return { kind: "glob", text };
  }
  const because = compileFault(parts.body, parts.flags);
  if (because !== undefined) {
    return { kind: "dead", text, because };
  }
  const flags = parts.flags.includes("i") ? parts.flags : `${parts.flags}i`;
  return { kind: "expression", text, body: parts.body, flags };
}
