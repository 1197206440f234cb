import type { Risk } from "../../policy/call.ts";
import type { Catalogue } from "./catalogue.ts";

/** What a catalogue says of an action: its risk, that the risk is not known, or that there is no such action. */
export type ActionStanding = Risk | "not known" | "absent";

/** Something that two catalogues say differently. */
export type CatalogueDifference =
  | {
      readonly kind: "action";
      readonly connector: string;
      readonly action: string;
      readonly from: ActionStanding;
      readonly to: ActionStanding;
    }
  /** A connector that is not in a catalogue may have any action; one that is has the listed ones alone. */
  | {
      readonly kind: "connector";
      readonly connector: string;
      readonly becomes: "known" | "unknown";
    };

/** Everything that two catalogues say differently, by connector and action; nothing when they mean the same. */
export function catalogueDiff(base: Catalogue, head: Catalogue): readonly CatalogueDifference[] {
  return allKeys(base, head).flatMap((connector): readonly CatalogueDifference[] => {
    const [before, after] = [base.get(connector), head.get(connector)];
    const actions = allKeys(before ?? new Map(), after ?? new Map()).flatMap(
      (action): readonly CatalogueDifference[] => {
        const [from, to] = [standing(before, action), standing(after, action)];
        return from === to ? [] : [{ kind: "action", connector, action, from, to }];
      },
    );
    if ((before === undefined) === (after === undefined)) return actions;
    const becomes = before === undefined ? "known" : "unknown";
    return [{ kind: "connector", connector, becomes }, ...actions];
  });
}

function standing(
  actions: ReadonlyMap<string, Risk | undefined> | undefined,
  action: string,
): ActionStanding {
  if (actions?.has(action) !== true) return "absent";
  return actions.get(action) ?? "not known";
}

function allKeys(
  base: ReadonlyMap<string, unknown>,
  head: ReadonlyMap<string, unknown>,
): readonly string[] {
  return [...new Set([...base.keys(), ...head.keys()])].sort();
}
