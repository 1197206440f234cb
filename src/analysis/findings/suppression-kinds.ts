import type { FindingKind } from "./finding-kind.ts";

/** The day until which a finding was to be ignored is over. */
export const suppressionExpired: Omit<FindingKind, "find"> = {
  id: "suppression-expired",
  severity: "warning",
  meaning: "the configuration ignores a finding until a day that is over, so it is shown again",
};

/** Nothing is said any more that a suppression would keep silent. */
export const suppressionUnused: Omit<FindingKind, "find"> = {
  id: "suppression-unused",
  severity: "warning",
  meaning: "the configuration ignores a finding that there is not",
};

/** What is said of the suppressions in the configuration. They can neither be ignored nor close the gate. */
export const suppressionKinds: readonly Omit<FindingKind, "find">[] = [
  suppressionExpired,
  suppressionUnused,
];
