import type { Risk } from "../../policy/call.ts";
import type { Effect } from "../../policy/effect.ts";
import type { EntryEffect } from "./entry.ts";

/** Every risk that an action can have. */
const risks: readonly Risk[] = ["read", "write", "destructive"];

/** What an entry's effect is for calls of a risk. */
export function effectAtRisk(effect: EntryEffect, risk: Risk): Effect | "denied" {
  if (effect !== "by_risk") {
    return effect;
  }
  return risk === "read" ? "always_run" : "require_approval";
}

/** Two effects that differ, and the risks for which they do. */
export interface EffectChange {
  readonly from: Effect | "denied";
  readonly to: Effect | "denied";
  readonly risks: readonly Risk[];
}

const known = new Map<string, readonly EffectChange[]>();

/** How calls change that one entry decides before and the other after: none, one or two pairs of effects. */
export function effectChanges(before: EntryEffect, after: EntryEffect): readonly EffectChange[] {
  const key = `${before} ${after}`;
  const changes = known.get(key) ?? changesBetween(before, after);
  known.set(key, changes);
  return changes;
}

function changesBetween(before: EntryEffect, after: EntryEffect): readonly EffectChange[] {
  const pairs = risks.map((risk) => ({
    from: effectAtRisk(before, risk),
    to: effectAtRisk(after, risk),
    risk,
  }));
  const differing = pairs.filter(({ from, to }) => from !== to);
  return differing
    .filter(
      ({ from, to }, index) =>
        index === differing.findIndex((one) => one.from === from && one.to === to),
    )
    .map(({ from, to }) => ({
      from,
      to,
      risks: differing.filter((one) => one.from === from && one.to === to).map(({ risk }) => risk),
    }));
}
