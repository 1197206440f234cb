import type { FindingKind } from "../../src/analysis/findings/finding-kind.ts";
import { findingKinds } from "../../src/analysis/findings/finding-kinds.ts";
import { incompleteKinds } from "../../src/analysis/findings/incomplete-kinds.ts";
import { suppressionKinds } from "../../src/analysis/findings/suppression-kinds.ts";
import { markdownTable } from "./generated-parts.ts";

/** The kinds that are always looked for, in the order of the registry, then what is said of looking itself and of ignoring. */
export function findingTable(): string {
  const always = findingKinds.filter(({ onRequest }) => onRequest !== true);
  return table([...always, ...incompleteKinds, ...suppressionKinds]);
}

/** The kinds that are looked for on request. */
export function requestedFindingTable(): string {
  return table(findingKinds.filter(({ onRequest }) => onRequest === true));
}

function table(kinds: readonly Omit<FindingKind, "find">[]): string {
  return markdownTable(
    ["id", "severity", "meaning"],
    kinds.map(({ id, severity, meaning }) => [`\`${id}\``, severity, meaning]),
  );
}
