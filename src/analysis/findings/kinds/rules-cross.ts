import type { Call } from "../../../policy/call.ts";
import type { Rule } from "../../../policy/rule.ts";
import { quoted } from "../../../policy/source/visible-text.ts";
import type { Entry } from "../../decision-space/entry.ts";
import type { PlacedRule } from "../../decision-space/placed-rules.ts";
import { aboutRule } from "../about-rule.ts";
import { callWords } from "../call-words.ts";
import type { FindingContext, Layers } from "../finding-context.ts";
import type { FindingKind, Found } from "../finding-kind.ts";
import { effectVerb, ruleLine, ruleName } from "../rule-name.ts";

/** Two rules of one layer, of which either decides something that the other would decide otherwise. */
export const rulesCross: FindingKind = {
  id: "rules-cross",
  severity: "info",
  meaning:
    "two rules of one layer match some calls both, say different things of them, and neither is a special case of the other",
  onRequest: true,
  find: (context) => crossings(context, (one, other) => one === other),
};

/** A project rule and a connector's, of which the project's decides only because it comes first. */
export const layersCross: FindingKind = {
  id: "layers-cross",
  severity: "info",
  meaning: "a project rule decides calls of which the connector's own rules say something else",
  onRequest: true,
  find: (context) => crossings(context, (one, other) => one !== other),
};

function crossings(
  context: FindingContext,
  wanted: (layer: string, otherLayer: string) => boolean,
): readonly Found[] {
  const told = new Set<string>();
  return context.layers.flatMap((layers) =>
    pairsOf(layers).flatMap(({ first, second, passing }) => {
      const [one, other] = [first, second].flatMap(({ rule }) => rule ?? []);
      if (one === undefined || other === undefined || !wanted(one.layer, other.layer)) return [];
      if (one.effect === other.effect || !decide(context, one, other)) return [];
      const pair = [context.placed(one), context.placed(other)] as const;
      const key = pair.map(({ reference }) => JSON.stringify(reference)).join();
      if (told.has(key)) return [];
      const call = crossing(context, layers, { first, second, passing });
      if (call === undefined) return [];
      told.add(key);
      return [crossed(pair, call)];
    }),
  );
}

/** Whether both decide calls; a rule that never does is told of elsewhere. */
function decide(context: FindingContext, ...rules: readonly Rule[]): boolean {
  return rules.every((rule) => context.proof(rule).kind === "decides");
}

interface Pair {
  readonly first: Entry;
  readonly second: Entry;
  readonly passing: readonly Entry[];
}

function pairsOf({ entries }: Layers): readonly Pair[] {
  return entries.flatMap((first, at) =>
    entries.slice(at + 1).map((second) => ({ first, second, passing: entries.slice(0, at) })),
  );
}

function crossing(
  context: FindingContext,
  { space }: Layers,
  { first, second, passing }: Pair,
): Call | undefined {
  const both = { space, applying: [first, second], passing };
  if (context.isImpossible(both)) return undefined;
  const sameLayer = first.rule?.layer === second.rule?.layer;
  return sameLayer && (isWithin(context, first, second) || isWithin(context, second, first))
    ? undefined
    : context.call(both);
}

/** Whether the rule of `wide` applies to every call, of whatever connector, to which the rule of `narrow` does. */
function isWithin(context: FindingContext, narrow: Entry, wide: Entry): boolean {
  return context.layers.every(({ space, entries }) => {
    const applying = entries.filter(({ rule }) => rule === narrow.rule);
    const passing = entries.filter(({ rule }) => rule === wide.rule);
    return applying.length === 0 || context.isImpossible({ space, applying, passing });
  });
}

function crossed([one, other]: readonly [PlacedRule, PlacedRule], call: Call): Found {
  return aboutRule(other, {
    message: `order decides between rule ${quoted(other.reference.match)} and ${ruleName(one)}`,
    why: `both match ${callWords(call)}, which ${effectVerb[one.rule.effect]} because ${ruleLine(one.reference)} comes first`,
    help: "if that is not what is meant, exchange them or narrow one",
    witness: { ...call, risk: "write" },
    related: [one.reference],
  });
}
