import type { ActionTally, CorpusStats } from "../../analysis/simulation/corpus-stats.ts";
import type { Tally } from "../../analysis/simulation/tally.ts";
import { type BadLineJson, badLineJson } from "../check/check-json.ts";
import { checkSummaryBlocks } from "../check/check-summary-blocks.ts";
import type { CheckSummary } from "../check/check-tally.ts";
import { decisionWord } from "../decision-words.ts";
import { type Block, list, paragraph } from "../document/block.ts";
import { counted } from "../document/counted.ts";
import { bareText, type Phrase, phrase, words } from "../document/phrase.ts";
import { jsonVersion } from "../json/json-text.ts";
import { type MissingArgumentJson, missingArgumentJson } from "../missing-arguments-report.ts";

/** What there is to say about a corpus; `decided` where there is a policy to decide it. */
export interface StatsFacts {
  readonly stats: CorpusStats;
  readonly decided?: CheckSummary;
}

/** So many actions are listed. */
const listed = 20;

/** What a corpus is made of, and how far a policy can decide it. */
export function statsBlocks({ stats, decided }: StatsFacts): readonly Block[] {
  const { total, args, withoutRisk, pinned, first, last, actions } = stats;
  const span =
    first === undefined || last === undefined
      ? []
      : [phrase`last made between ${bareText(String(first))} and ${bareText(String(last))}`];
  return [
    paragraph(
      phrase`${counted(total.calls, "saved call")} of ${counted(actions.length, "action")}, made ${counted(total.weight, "time")}`,
    ),
    ...list([
      ...some(args.known, total, "with their arguments"),
      ...some(args.masked, total, "with arguments of which a log masked some"),
      ...some(args.absent, total, "without arguments"),
      ...some(withoutRisk, total, "without a risk"),
      ...(pinned === 0 ? [] : [counted(pinned, "pinned decision")]),
      ...span,
    ]),
    ...actionBlocks(stats),
    ...(decided === undefined ? [] : checkSummaryBlocks(decided)),
  ];
}

function actionBlocks({ actions, others }: CorpusStats): readonly Block[] {
  if (actions.length === 0) return [];
  const rest = actions.length - listed;
  const more = rest > 0 || others.calls > 0;
  return [
    {
      kind: "table",
      header: ["action", "saved calls", "made"].map((name) => words(name)),
      rows: actions.slice(0, listed).map(actionCells),
    },
    ...(more ? [paragraph(phrase`and ${moreActions(rest, others)}`)] : []),
  ];
}

function moreActions(rest: number, others: Tally): Phrase {
  const told = counted(Math.max(0, rest), "more action");
  return others.calls === 0
    ? told
    : phrase`${told}, and ${counted(others.calls, "saved call")} of others`;
}

function actionCells({ connector, action, calls, weight }: ActionTally): readonly Phrase[] {
  return [bareText(`${connector}.${action}`), words(String(calls)), words(String(weight))];
}

function some(part: Tally, { calls }: Tally, what: string): readonly Phrase[] {
  return part.calls === 0 ? [] : [phrase`${part.calls} of ${calls} ${words(what)}`];
}

/** What `countersign corpus stats --format json` prints. */
export interface StatsJson {
  readonly version: 1;
  readonly command: "corpus stats";
  readonly total: Tally;
  /** Calls by what is known of their arguments: `known`, `masked` (by a log), `absent`. */
  readonly arguments: CorpusStats["args"];
  readonly withoutRisk: Tally;
  readonly pinned: number;
  /** The earliest and the latest `at`, as they are written. */
  readonly first?: string | number;
  readonly last?: string | number;
  /** The most frequent first. */
  readonly actions: readonly ActionStatsJson[];
  /** Calls of actions that were too many to be told apart. */
  readonly others: Tally;
  readonly badLines: { readonly count: number; readonly first: readonly BadLineJson[] };
  /** Present where there is a manifest: how many calls get each decision. */
  readonly decisions?: Readonly<Record<string, Tally>>;
  /** Those of the undecided that lack an argument, because a log masked it. */
  readonly undecidable?: Tally;
  readonly missing?: readonly MissingArgumentJson[];
}

/** The saved calls of one action. */
export interface ActionStatsJson extends Tally {
  /** `stripe.create_refund`. */
  readonly call: string;
}

/** The statistics of a corpus for a JSON report. */
export function statsJson({ stats, decided }: StatsFacts): StatsJson {
  const { total, args, withoutRisk, pinned, first, last, others, badLines } = stats;
  return {
    version: jsonVersion,
    command: "corpus stats",
    total,
    arguments: args,
    withoutRisk,
    pinned,
    ...(first === undefined ? {} : { first }),
    ...(last === undefined ? {} : { last }),
    actions: stats.actions.map(({ connector, action, calls, weight }) => ({
      call: `${connector}.${action}`,
      calls,
      weight,
    })),
    others,
    badLines: { count: badLines.count, first: badLines.first.map(badLineJson) },
    ...(decided === undefined ? {} : decidedJson(decided)),
  };
}

function decidedJson({
  byEffect,
  undecidable,
  missing,
}: CheckSummary): Pick<StatsJson, "decisions" | "undecidable" | "missing"> {
  const effects = Object.keys(byEffect) as (keyof typeof byEffect)[];
  return {
    decisions: Object.fromEntries(
      effects.map((effect) => [decisionWord[effect], byEffect[effect]]),
    ),
    undecidable,
    missing: missing.map(missingArgumentJson),
  };
}
