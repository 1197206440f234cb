import type { Call } from "../../policy/call.ts";
import { ruleReference } from "../../policy/rule-reference.ts";
import { certain } from "../automaton/certain.ts";
import { callTarget } from "../decision-space/call-target.ts";
import type { Entry } from "../decision-space/entry.ts";
import { type RiskyCall, replay } from "../decision-space/replay.ts";
import type { EffectChange } from "../decision-space/risk-effect.ts";
import type { Change, ChangeSide } from "./change.ts";
import type { Comparison } from "./comparison.ts";
import type { ChangedClass } from "./connector-classes.ts";
import { directionOf } from "./direction.ts";
import { looksLikeName } from "./readable-action.ts";
import { regionOf } from "./region.ts";
import { readableCall } from "./witness.ts";

/**
 * The change of a class between two effects, without its identity, with a witness that `evaluate` decides as foretold on both
 * sides. Throws when it decides otherwise: then the comparison is wrong, and nothing that it says can be used.
 */
export function classChange(
  comparison: Comparison,
  one: ChangedClass,
  effects: EffectChange,
): Omit<Change, "identity"> {
  const { decided } = one;
  const { connector } = decided.space;
  const witness: RiskyCall = { ...callOf(comparison, one), risk: certain(effects.risks[0]) };
  replay(comparison.base, witness, decided.base);
  replay(comparison.head, witness, decided.head);
  return {
    connector,
    from: side(decided.base, effects.from, witness),
    to: side(decided.head, effects.to, witness),
    direction: directionOf(effects.from, effects.to),
    risks: effects.risks,
    region: regionOf(comparison.space, decided),
    witness,
  };
}

function callOf(comparison: Comparison, { decided, found }: ChangedClass): Call {
  if (found.kind === "tried") {
    return found.call;
  }
  const { action, assignment } = readableCall(comparison, decided, found);
  const args = certain(comparison.space.theory.witness(assignment));
  return { ...callTarget(decided.space.connector, action), args };
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
export function byReadability(one: Change, other: Change): number {
  return oddity(one.witness) - oddity(other.witness);
}

function oddity({ action }: Call): number {
  if (looksLikeName(action)) {
    return 0;
  }
  return /^[!-~]+$/.test(action) ? 1 : 2;
}
