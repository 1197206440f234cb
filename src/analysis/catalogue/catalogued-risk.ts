import type { CorpusEntry } from "../simulation/corpus-entry.ts";
import type { SavedCall } from "../simulation/saved-call.ts";
import type { Catalogue } from "./catalogue.ts";

/** A saved call with the risk that the catalogue knows of its action, where it says none itself. */
export function withCataloguedRisk(saved: SavedCall, catalogue: Catalogue): SavedCall {
  const { call } = saved;
  if (call.risk !== undefined) return saved;
  const risk = catalogue.get(call.connector)?.get(call.action);
  return risk === undefined ? saved : { ...saved, call: { ...call, risk } };
}

/** The same for a corpus that is read as it comes. */
export async function* withCataloguedRisks(
  entries: AsyncIterable<CorpusEntry>,
  catalogue: Catalogue,
): AsyncGenerator<CorpusEntry, void, undefined> {
  for await (const entry of entries) {
    yield entry.kind === "call" ? withCataloguedRisk(entry, catalogue) : entry;
  }
}
