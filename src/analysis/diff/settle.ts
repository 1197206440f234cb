import { certain } from "../automaton/certain.ts";
import { instanceAccepts } from "../automaton/instance.ts";
import type { CallAnswer } from "../decision-space/call-search.ts";
import { callTarget } from "../decision-space/call-target.ts";
import { isDecidedBy, type RiskyCall } from "../decision-space/replay.ts";
import { sampleTexts } from "../decision-space/sample-texts.ts";
import type { Comparison } from "./comparison.ts";
import type { DecisionClass } from "./decision-class.ts";
import { expectedActions } from "./readable-action.ts";

const mostTried = 400;

/**
 * A call of a class of which nothing could be proved, found by trying; each is decided by `evaluate` on both sides.
 * Undefined when none of those that were tried is one.
 */
export function settledCall(
  comparison: Comparison,
  one: DecisionClass,
  answer: Extract<CallAnswer, { kind: "unknown" }>,
): RiskyCall | undefined {
  const risk = certain(one.effects[0]?.risks[0]);
  const assignments = [answer.assignment ?? new Map<number, boolean>(), new Map<number, boolean>()];
  const args = assignments
    .map((assignment) => comparison.space.theory.witness(assignment))
    .filter((one) => one !== undefined);
  const actions = triedActions(comparison, one, answer.action);
  const calls = actions
    .flatMap((action) =>
      args.map((each) => ({ ...callTarget(one.space.connector, action), args: each, risk })),
    )
    .slice(0, mostTried);
  return calls.find(
    (call) =>
      isDecidedBy(comparison.base, call, one.base) && isDecidedBy(comparison.head, call, one.head),
  );
}

function triedActions(
  { space }: Comparison,
  one: DecisionClass,
  found: string | undefined,
): readonly string[] {
  const { connector, possible } = one.space;
  const prefix = connector === null ? "" : `${connector}.`;
  const samples = space.atoms.flatMap((atom) => {
    const texts = atom.kind === "path" ? sampleTexts(atom.pattern) : [];
    return texts.flatMap((text) =>
      text.startsWith(prefix) ? [text.slice(prefix.length), text] : [text, `example.${text}`],
    );
  });
  const actions = [...(found === undefined ? [] : [found]), ...samples, ...expectedActions(one)];
  return [...new Set(actions)].filter((action) => instanceAccepts(possible, action));
}
