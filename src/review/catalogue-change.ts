import { type CatalogueDifference, catalogueDiff } from "../analysis/catalogue/catalogue-diff.ts";
import { actionsFrom, type CatalogueSource, catalogueFrom } from "./catalogue-source.ts";

/** The catalogue's file on both sides; absent where the configuration of that side names none. */
export interface CatalogueSides {
  readonly base?: CatalogueSource;
  readonly head?: CatalogueSource;
}

/** What a pull request does to the catalogue. */
export type CatalogueChange =
  | { readonly kind: "compared"; readonly differences: readonly CatalogueDifference[] }
  /** It is another file now, and does not read. */
  | {
      readonly kind: "unreadable";
      readonly path: string;
      readonly because: string;
      readonly help: string;
    };

/** Compares the catalogue before and after a change. One that could not be read before is compared as an empty one. */
export function catalogueChange({ base, head }: CatalogueSides): CatalogueChange {
  if (JSON.stringify(base) === JSON.stringify(head)) return { kind: "compared", differences: [] };
  if (head !== undefined) {
    const read = catalogueFrom(head);
    if ("because" in read) return { kind: "unreadable", path: head.path, ...read };
  }
  return { kind: "compared", differences: catalogueDiff(actionsFrom(base), actionsFrom(head)) };
}
