import type { Risk } from "../../policy/call.ts";

/** The actions of one connector, each with the risk that the platform records for it; undefined where it is not known. */
export type Actions = ReadonlyMap<string, Risk | undefined>;

/** The actions that exist, by connector. A connector that is not here may have any. */
export type Catalogue = ReadonlyMap<string, Actions>;

/** A catalogue as its file writes it, `{ "stripe": { "create_refund": "write" } }`: null where a risk is not known. */
export type WrittenCatalogue = Readonly<Record<string, Readonly<Record<string, Risk | null>>>>;

/** The catalogue that a program wrote down as an object; one that was read is itself. */
export function catalogueOf(catalogue: Catalogue | WrittenCatalogue): Catalogue {
  if (catalogue instanceof Map) return catalogue;
  return new Map(Object.entries(catalogue).map(([slug, actions]) => [slug, actionsOf(actions)]));
}

function actionsOf(written: WrittenCatalogue[string]): Actions {
  return new Map(Object.entries(written).map(([action, risk]) => [action, risk ?? undefined]));
}
