import type { Call } from "../../policy/call.ts";
import { ruleReference } from "../../policy/rule-reference.ts";
import type { Entry } from "../decision-space/entry.ts";
import type { EffectChange } from "../decision-space/risk-effect.ts";
import type { Change, ChangeSide } from "./change.ts";
import type { Comparison } from "./comparison.ts";
import type { ChangedClass } from "./connector-classes.ts";
import type { DecisionClass } from "./decision-class.ts";
import { directionOf } from "./direction.ts";
import { looksLikeName } from "./readable-action.ts";
import { regionOf } from "./region.ts";
import { replay } from "./replay.ts";
import { readableCall, target } from "./witness.ts";

/** A change of a class, without its identity; or why there is no call to show for it. */
export type ClassChange =
  | { readonly kind: "change"; readonly change: Omit<Change, "identity"> }
  | { readonly kind: "open"; readonly because: string };

/**
 * The change of a class between two effects, with a witness that `evaluate` decides as foretold on both sides. Throws when
 * it decides otherwise: then the comparison is wrong, and nothing that it says can be used.
 */
export function classChange(
  comparison: Comparison,
  { decided, found }: ChangedClass,
  effects: EffectChange,
): ClassChange {
  const call = found.kind === "tried" ? found.call : callOf(comparison, decided, found);
  if (call === undefined) {
    return { kind: "open", because: "no arguments for an example could be put together" };
  }
  const witness: Call = { ...call, risk: effects.risks[0] ?? "write" };
  const replays = [
    replay(comparison.base, witness, decided.base),
    replay(comparison.head, witness, decided.head),
  ];
  if (replays.includes("differs")) {
    throw new Error(`internal error: ${JSON.stringify(witness)} is not decided as it was foretold`);
  }
  if (replays.includes("indeterminate")) {
    return { kind: "open", because: "an example could not be decided within the limits" };
  }
  const { connector } = decided.space;
  return {
    kind: "change",
    change: {
      connector,
      from: side(decided.base, effects.from, witness),
      to: side(decided.head, effects.to, witness),
      direction: directionOf(effects.from, effects.to),
      risks: effects.risks,
      region: regionOf(comparison.space, decided),
      witness,
    },
  };
}

function callOf(
  comparison: Comparison,
  decided: DecisionClass,
  found: Exclude<ChangedClass["found"], { kind: "tried" }>,
): Call | undefined {
  const { action, assignment } = readableCall(comparison, decided, found);
  const args = comparison.space.theory.witness(assignment);
  return args === undefined ? undefined : { ...target(decided.space.connector, action), args };
}

function side(
  { source, rule }: Entry,
  effect: EffectChange["from"],
  { connector }: Call,
): ChangeSide {
  return {
    effect,
    source,
    ...(rule === undefined ? {} : { rule: ruleReference(rule, connector) }),
  };
}

/** Changes whose example reads well first; among them in the order of the rules that decide. */
export function byReadability(
  one: Omit<Change, "identity">,
  other: Omit<Change, "identity">,
): number {
  return oddity(one.witness) - oddity(other.witness);
}

function oddity({ action }: Call): number {
  if (looksLikeName(action)) {
    return 0;
  }
  return /^[!-~]+$/.test(action) ? 1 : 2;
}
