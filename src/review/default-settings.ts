import type { GateConfig } from "./gate-config.ts";

/** What holds where the configuration says nothing, and where there is none. Owners have no default. */
export const defaultSettings: Omit<GateConfig, "owners"> = {
  manifest: ["kortix.yaml", "kortix.yml"],
  branches: [],
  corpus: [],
  approvals: { ttl: 7 * 86_400_000, required: 1, widestTeam: 250 },
  catalog: undefined,
  invariants: [],
  redact: [],
  closingFindings: [],
  suppressions: [],
  report: undefined,
  breakGlass: undefined,
};
