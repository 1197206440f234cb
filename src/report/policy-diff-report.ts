import type { Change, PolicyDiff, Undecided } from "../analysis/diff/change.ts";
import type { SeenCalls } from "../analysis/simulation/seen-calls.ts";
import type { Tally } from "../analysis/simulation/tally.ts";
import { witnessPhrase } from "./call-phrase.ts";
import { dangerousFirst } from "./dangerous-first.ts";
import { deciderPhrase, decidersPhrase } from "./decider-phrase.ts";
import { changedDecision, decisionVerb } from "./decision-words.ts";
import { type Block, heading, type Item, list, paragraph } from "./document/block.ts";
import { counted } from "./document/counted.ts";
import { messagePhrase } from "./document/message-phrase.ts";
import { bareText, joined, type Phrase, phrase, quotedText, words } from "./document/phrase.ts";

/** What saved calls say about the changes of a diff: how often each was seen, of how many. */
export interface Seen {
  /** In the order of the diff's changes. */
  readonly calls: readonly SeenCalls[];
  readonly total: Tally;
}

/**
 * Everything that is decided differently, over all possible calls: class by class with an example, its deciding rules and
 * how often it was seen, the most dangerous first; then the proof that this is all, or what could not be proved.
 */
export function policyDiffBlocks(diff: PolicyDiff, seen?: Seen): readonly Block[] {
  const rows = diff.changes
    .map((change, index) => ({ change, seen: seen?.calls[index] }))
    .sort((one, other) => dangerousFirst(one.change, other.change));
  const kinds = new Set(rows.map(({ change }) => kindOf(change)));
  return [
    heading(words("every call")),
    ...[...kinds].flatMap((kind) => {
      const same = rows.filter(({ change }) => kindOf(change) === kind);
      return [
        paragraph(kindPhrase(same.map(({ change }) => change))),
        ...list(same.map((row) => changeItem(row.change, row.seen, seen?.total))),
      ];
    }),
    paragraph(restPhrase(diff)),
    ...undecidedBlocks(diff.undecided),
  ];
}

/** What is known of the calls that are in no listed class. */
function restPhrase({ changes, undecided, complete }: PolicyDiff): Phrase {
  const which = changes.length === 0 ? "no call" : "no other call";
  return complete && undecided.length === 0
    ? words(`${which} is decided differently: proved for all possible calls`, "green")
    : words(`it could not be proved that ${which} is decided differently`, "red");
}

function kindOf({ from, to }: Change): string {
  return `${from.effect} ${to.effect}`;
}

/** `1 class of calls waits for a person today and would run without a person`. */
function kindPhrase(changes: readonly Change[]): Phrase {
  const number = changes.length === 1 ? "one" : "many";
  return changes.slice(0, 1).flatMap(({ from, to }) => {
    const now = words(decisionVerb[from.effect][number]);
    const then = words(decisionVerb[to.effect].would);
    return phrase`${counted(changes.length, "class of calls", "classes of calls")} ${now} today and would ${then}`;
  });
}

function changeItem(change: Change, seen: SeenCalls | undefined, total: Tally | undefined): Item {
  const { from, to, witness, risks } = change;
  const riskPart = risks.length < 3 ? [phrase`only with risk ${words(risks.join(" or "))}`] : [];
  return {
    text: phrase`${changedDecision(from.effect, to.effect)}: ${regionPhrase(change)}`,
    below: list([
      ...riskPart,
      phrase`for example ${witnessPhrase(witness)}`,
      decidersPhrase(change),
      ...(seen === undefined || total === undefined ? [] : [seenPhrase(seen, total)]),
    ]),
  };
}

function regionPhrase({ connector, region }: Change): Phrase {
  const any = connector === null ? words(" of any connector") : [];
  const where =
    region.conditions.length === 0
      ? []
      : phrase` where ${joined(region.conditions.map(conditionPhrase), " and ")}`;
  const except =
    region.except.length === 0
      ? []
      : phrase`, except ${joined(
          region.except.map((path) => phrase`${path}`),
          ", ",
        )}`;
  return phrase`${region.path}${any}${where}${except}`;
}

/** Words round backticks, or else foreign text all through. */
function conditionPhrase(condition: string): Phrase {
  return condition.includes("`") ? messagePhrase(condition) : quotedText(condition);
}

/** Two zeros are different: what was not seen can still happen. */
function seenPhrase({ calls, lastSeen }: SeenCalls, total: Tally): Phrase {
  const of = counted(total.calls, "saved call");
  if (calls === 0) return phrase`seen in 0 of ${of}, which does not mean that it cannot happen`;
  return phrase`seen in ${calls} of ${of}${lastSeenPhrase(lastSeen)}`;
}

/** `, last seen 2026-10-01T09:30:00Z`, or nothing. */
export function lastSeenPhrase(lastSeen: string | number | undefined): Phrase {
  return lastSeen === undefined ? [] : phrase`, last seen ${bareText(String(lastSeen))}`;
}

function undecidedBlocks(undecided: readonly Undecided[]): readonly Block[] {
  if (undecided.length === 0) return [];
  const items = undecided.map(({ connector, reason, rule }) => {
    const whose = connector === null ? words("any connector") : phrase`${connector}`;
    const where =
      rule === undefined ? [] : phrase` (${deciderPhrase({ source: rule.layer, rule })})`;
    return phrase`${whose}: ${messagePhrase(reason)}${where}`;
  });
  return [heading(words("not proved, so treated as changed")), ...list(items)];
}
