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

/** What is said of looking for findings itself. */
export const incompleteKinds: readonly Omit<FindingKind, "find">[] = [
  catalogueUnreadable,
  lintUnfinished,
];
