import type { Catalogue } from "../analysis/catalogue/catalogue.ts";
import { jsonDocument } from "./json/json-text.ts";

/** A catalogue as `readCatalogue` reads it, sorted. */
export function catalogueText(catalogue: Catalogue): string {
  const connectors = sorted(catalogue).map(([connector, actions]) => [
    connector,
    Object.fromEntries(sorted(actions).map(([action, risk]) => [action, risk ?? null])),
  ]);
  return jsonDocument(Object.fromEntries(connectors));
}

function sorted<T>(entries: Iterable<readonly [string, T]>): readonly (readonly [string, T])[] {
  return [...entries].sort(([one], [other]) => (one < other ? -1 : 1));
}
