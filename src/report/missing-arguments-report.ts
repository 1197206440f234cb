import type { MissingArgument } from "../analysis/simulation/missing-arguments.ts";
import type { Simulation } from "../analysis/simulation/simulation.ts";
import type { Tally } from "../analysis/simulation/tally.ts";
import { rulePhrase } from "./decider-phrase.ts";
import { type Block, list, paragraph } from "./document/block.ts";
import { counted } from "./document/counted.ts";
import { type Phrase, phrase, words } from "./document/phrase.ts";
import { type RuleJson, ruleJson } from "./json/decision-json.ts";

/** So many missing arguments are listed. */
const listed = 10;

/** What masked arguments keep from being decided, as a share of all calls, and which to log. Nothing when nothing is. */
export function missingBlocks({
  total,
  undecidable,
  missing,
}: Pick<Simulation, "total" | "undecidable" | "missing">): readonly Block[] {
  if (undecidable.calls === 0) return [];
  const rest = missing.length - listed;
  return [
    paragraph(
      phrase`${counted(undecidable.weight, "call")} of ${total.weight} (${percent(undecidable, total)} %) cannot be decided, because a log masked an argument that a rule reads; log ${words(missing.length === 1 ? "it" : "these")}:`,
    ),
    ...list([
      ...missing.slice(0, listed).map(missingPhrase),
      ...(rest > 0 ? [phrase`and ${rest} more`] : []),
    ]),
  ];
}

function missingPhrase({ connector, action, arg, rule, weight }: MissingArgument): Phrase {
  return phrase`${arg} of ${`${connector}.${action}`}: ${counted(weight, "call")}, ${rulePhrase(rule)}`;
}

/** Never 0 for some and never 100 for less than all. */
function percent(some: Tally, all: Tally): number {
  const share = Math.round((some.weight / all.weight) * 100);
  return some.weight === all.weight ? 100 : Math.min(99, Math.max(1, share));
}

/** An argument that saved calls lack and a rule would have to know, in a JSON report. */
export interface MissingArgumentJson extends Tally {
  /** `stripe.create_refund`. */
  readonly call: string;
  /** The argument's dotted path. */
  readonly argument: string;
  /** The first rule of which nobody can tell whether it applies. */
  readonly rule: RuleJson;
}

/** A missing argument for a JSON report. */
export function missingArgumentJson(missing: MissingArgument): MissingArgumentJson {
  const { connector, action, arg, rule, calls, weight } = missing;
  return { call: `${connector}.${action}`, argument: arg, rule: ruleJson(rule), calls, weight };
}
