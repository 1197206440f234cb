import type { Diagnostic } from "../policy/source/diagnostic.ts";
import type { Document } from "../policy/source/document.ts";

/** Keys and indices from the root of the configuration. */
export type ConfigPath = readonly (string | number)[];

/** Takes a fault of the value at a path: what is wrong, and what to do. */
export type ReportFault = (path: ConfigPath, message: string, help: string) => void;

/** An error in the gate's configuration. `at`: whether the value is meant or the key that leads to it. */
export function configFault(
  source: Document,
  path: ConfigPath,
  { message, help, at = "value" }: { message: string; help: string; at?: "value" | "key" },
): Diagnostic {
  const span = at === "key" ? source.keySpanAt(path) : source.spanAt(path);
  return { id: "gate-config", severity: "error", message, help, path, span };
}
