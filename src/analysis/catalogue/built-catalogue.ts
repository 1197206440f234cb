import type { Risk } from "../../policy/call.ts";
import { uniquePaths } from "./action-path.ts";
import type { Actions, Catalogue } from "./catalogue.ts";

/** An action as a description of its connector has it, in the description's order. */
export interface DescribedAction {
  readonly path: string;
  readonly risk: Risk;
}

/** The actions of a connector under the paths that the platform gives them. */
export function actionsOf(described: readonly DescribedAction[]): Actions {
  const unique = uniquePaths();
  return new Map(described.map(({ path, risk }) => [unique(path), risk]));
}

/** Puts catalogues together: what a later one says of an action stands, unless it does not know its risk. */
export function mergedCatalogue(catalogues: readonly Catalogue[]): Catalogue {
  const merged = new Map<string, Map<string, Risk | undefined>>();
  for (const [connector, actions] of catalogues.flatMap((catalogue) => [...catalogue])) {
    const known = merged.get(connector) ?? new Map<string, Risk | undefined>();
    merged.set(connector, known);
    for (const [action, risk] of actions) known.set(action, risk ?? known.get(action));
  }
  return merged;
}
