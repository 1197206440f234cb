import type { RuledWeek } from "../analysis/approval-week/approval-week.ts";
import type { IdleRule } from "../analysis/approval-week/idle-rules.ts";
import type { UnruledAction } from "../analysis/approval-week/unruled-actions.ts";
import { cutList } from "./cut-list.ts";
import { deciderPhrase, rulePhrase } from "./decider-phrase.ts";
import { decisionVerb } from "./decision-words.ts";
import { type Block, paragraph } from "./document/block.ts";
import { counted } from "./document/counted.ts";
import { type Phrase, phrase, words } from "./document/phrase.ts";
import { durationWords } from "./duration-words.ts";
import { missingBlocks } from "./missing-arguments-report.ts";

/** What the manifest says of the calls of a log: what it lets wait, what it cannot decide, and which rules decide nothing. */
export function ruledBlocks(ruled: RuledWeek): readonly Block[] {
  const { idle, ttl, unruled } = ruled;
  return [
    paragraph(phrase`an approval may take ${words(durationWords(ttl))} (${"approvals.ttl"})`),
    ...missingBlocks(ruled),
    ...idleKinds.flatMap((kind) => idleBlocks(kind, idle)),
    ...(unruled.length === 0 ? [] : [paragraph(words("no rule decides these calls:"))]),
    ...cutList(unruled, unruledPhrase),
  ];
}

/** Why a rule decided no call of the log. */
type IdleKind = IdleRule["can"] | "perhaps";

const idleWords: Readonly<Record<IdleKind, string>> = {
  "not-decide": "can decide no call at all:",
  unknown: "decided no call of the log, and whether any call could be theirs was not proved:",
  decide: "can decide calls, but there were none in the log:",
  perhaps: "may have decided calls of the log, which masked what they read:",
};

/** What can be taken out comes first. */
const idleKinds: readonly IdleKind[] = ["not-decide", "unknown", "decide", "perhaps"];

function idleBlocks(kind: IdleKind, idle: readonly IdleRule[]): readonly Block[] {
  const found = idle.filter(({ can, perhaps }) => (perhaps ? "perhaps" : can) === kind);
  if (found.length === 0) return [];
  return [
    paragraph(phrase`${counted(found.length, "rule")} ${words(idleWords[kind])}`),
    ...cutList(found, ({ rule }) => rulePhrase(rule)),
  ];
}

function unruledPhrase({ call, side, calls }: UnruledAction): Phrase {
  const what = call === undefined ? words("other actions") : phrase`${call}`;
  const { many, one } = decisionVerb[side.effect];
  return phrase`${what}: ${counted(calls, "call")} ${words(calls === 1 ? one : many)}, by ${deciderPhrase(side)}`;
}
