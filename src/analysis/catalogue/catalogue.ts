import type { Risk } from "../../policy/call.ts";

/** The actions of one connector, each with the risk that the platform records for it; undefined where it is not known. */
export type Actions = ReadonlyMap<string, Risk | undefined>;

/** The actions that exist, by connector. A connector that is not here may have any. */
export type Catalogue = ReadonlyMap<string, Actions>;
