import type { FindingKind } from "./finding-kind.ts";

/** Steps or time ended before everything was looked at. */
export const lintUnfinished: Omit<FindingKind, "find"> = {
  id: "lint-unfinished",
  severity: "info",
  meaning: "not everything about the rules could be looked at within the limits",
};

/** The configuration names a catalogue of actions, and there is none that reads. */
export const catalogueUnreadable: Omit<FindingKind, "find"> = {
  id: "catalogue-unreadable",
  severity: "error",
  meaning:
    "the catalogue that the configuration names cannot be read, so no action counts as known",
};

/** A manifest names a file as the description of a connector, and it is none that reads. */
export const specUnreadable: Omit<FindingKind, "find"> = {
  id: "spec-unreadable",
  severity: "warning",
  meaning:
    "the file that a manifest names as `spec` of a connector cannot be read, so the connector's actions are not known",
};

/** What is said of looking for findings itself. */
export const incompleteKinds: readonly Omit<FindingKind, "find">[] = [
  catalogueUnreadable,
  specUnreadable,
  lintUnfinished,
];
