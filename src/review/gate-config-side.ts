import type { Diagnostic } from "../policy/source/diagnostic.ts";
import type { GateConfig } from "./gate-config.ts";

/** The gate's configuration on one side. Absent, unreadable and readable are three different things. */
export type GateConfigSide =
  | { readonly kind: "absent" }
  | { readonly kind: "unreadable"; readonly diagnostics: readonly Diagnostic[] }
  | {
      readonly kind: "read";
      readonly config: GateConfig;
      readonly diagnostics: readonly Diagnostic[];
    };

/** The configuration, when there is one that can be read. */
export function configOf(side: GateConfigSide): GateConfig | undefined {
  return side.kind === "read" ? side.config : undefined;
}
