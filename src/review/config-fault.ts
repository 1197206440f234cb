import type { Diagnostic } from "../policy/source/diagnostic.ts";
import type { Document } from "../policy/source/document.ts";

/** Keys and indices from the root of the configuration. */
export type ConfigPath = readonly (string | number)[];

/** What is wrong, what to do, and whether the value is meant or the key that leads to it. */
export interface FaultWords {
  readonly message: string;
  readonly help: string;
  readonly at?: "value" | "key";
}

/** Takes a fault of the value at a path. */
export type ReportFault = (path: ConfigPath, words: FaultWords) => void;

/** An error in the gate's configuration. */
export function configFault(
  source: Document,
  path: ConfigPath,
  { message, help, at }: FaultWords,
): Diagnostic {
  const span = at === "key" ? source.keySpanAt(path) : source.spanAt(path);
  return { id: "gate-config", severity: "error", message, help, path, span };
}
