import { type ApprovalGroup, isFormality } from "../analysis/approval-week/approval-group.ts";
import type { ApprovalWeek } from "../analysis/approval-week/approval-week.ts";
import type { Way } from "../analysis/approval-week/held-call.ts";
import type { SplittingValue } from "../analysis/approval-week/splitting-value.ts";
import type { WaitingTimes } from "../analysis/approval-week/waiting-times.ts";
import { cutList } from "./cut-list.ts";
import { deciderPhrase, rulePhrase } from "./decider-phrase.ts";
import { decisionVerb } from "./decision-words.ts";
import { shownNote } from "./denial-note.ts";
import { type Block, heading, type Item, list, paragraph } from "./document/block.ts";
import { counted } from "./document/counted.ts";
import { joined, type Phrase, phrase, words } from "./document/phrase.ts";
import { spanWords } from "./span-words.ts";
import { ruledBlocks } from "./week-rules-report.ts";

const listedCallers = 5;

/** So many connectors have a row; those whose rules hold most calls come first. */
const mostConnectors = 50;

/** What people did with the calls that waited for them: first what changed on the way, then rule by rule. */
export function weekBlocks(week: ApprovalWeek): readonly Block[] {
  const { calls, groups, ruled } = week;
  return [
    heading(headline(groups)),
    ...list(wayPhrases(groups)),
    paragraph(
      phrase`${counted(calls, "call")} reached the policy; ${sum(groups, ({ held }) => held)} waited for a person: ${endsPhrase(groups)}`,
    ),
    ...connectorTable(groups),
    ...cutList(groups, groupItem),
    ...remarks(week),
    ...(ruled === undefined ? [] : ruledBlocks(ruled)),
  ];
}

function headline(groups: readonly ApprovalGroup[]): Phrase {
  const approved = sum(groups, (group) => group.approved);
  const changed = sum(groups, ({ ways }) => ways.changed);
  return phrase`${changed} of ${counted(approved, "approval")} changed on the way`;
}

const wayWords: Readonly<Record<Way, string>> = {
  "as-it-came": "ran exactly as approved",
  changed: "approved, and then another request of the same action ran",
  "not-told": "ran, and the log does not tell with which arguments",
  "not-run": "approved, and the log has no run of it",
};

function wayPhrases(groups: readonly ApprovalGroup[]): readonly Phrase[] {
  return (Object.keys(wayWords) as Way[]).flatMap((way) => {
    const calls = sum(groups, ({ ways }) => ways[way]);
    return calls === 0 ? [] : [phrase`${calls} ${words(wayWords[way])}`];
  });
}

type Ends = Pick<ApprovalGroup, "approved" | "denied" | "undecided">;

function endsPhrase(groups: readonly Ends[]): Phrase {
  const ends = ["approved", "denied", "undecided"] as const;
  return words(ends.map((end) => `${sum(groups, (group) => group[end])} ${end}`).join(", "));
}

/** The held calls of each connector, where there are several. */
function connectorTable(groups: readonly ApprovalGroup[]): readonly Block[] {
  const byConnector = new Map<string, ApprovalGroup[]>();
  for (const group of groups) {
    const known = byConnector.get(group.connector) ?? [];
    known.push(group);
    byConnector.set(group.connector, known);
  }
  if (byConnector.size < 2) return [];
  const columns: Readonly<Record<string, (group: ApprovalGroup) => number>> = {
    held: ({ held }) => held,
    approved: ({ approved }) => approved,
    changed: ({ ways }) => ways.changed,
    denied: ({ denied }) => denied,
    undecided: ({ undecided }) => undecided,
  };
  const counts = Object.values(columns);
  const rows = [...byConnector].map(([connector, own]) => [
    phrase`${connector}`,
    ...counts.map((of) => words(String(sum(own, of)))),
  ]);
  const header = ["connector", ...Object.keys(columns)].map((name) => words(name));
  return [{ kind: "table", header, rows: rows.slice(0, mostConnectors) }];
}

function groupItem(group: ApprovalGroup): Item {
  return {
    text: phrase`${namePhrase(group)}: ${counted(group.held, "call")} held, ${endsPhrase([group])}`,
    below: list(groupFacts(group)),
  };
}

function namePhrase({ connector, action, decider, perhaps = [] }: ApprovalGroup): Phrase {
  if (decider === undefined) return phrase`${`${connector}.${action}`}`;
  const all = [deciderPhrase(decider), ...perhaps.map((rule) => rulePhrase(rule))];
  const which = perhaps.length === 0 ? [] : phrase` (the log masked which)`;
  return phrase`${connector}, ${joined(all, " or ")}${which}`;
}

function groupFacts(group: ApprovalGroup): readonly Phrase[] {
  const { approved, decider, denials, split, times } = group;
  return [
    ...(decider === undefined || decider.effect === "require_approval"
      ? []
      : [
          phrase`held then; under this manifest ${words(group.held === 1 ? `it ${decisionVerb[decider.effect].one}` : `they ${decisionVerb[decider.effect].many}`)}`,
        ]),
    ...(isFormality(group)
      ? [
          phrase`${words("a formality", "yellow")}: all ${approved} decided were approved, and the log tells of no change; ${words(formalityAdvice(group))}`,
        ]
      : []),
    ...(split === undefined ? [] : [splitPhrase(split)]),
    ...(times === undefined ? [] : [timesPhrase(times)]),
    ...waitingPhrase(group),
    ...denials.map(
      ({ by, note }) =>
        phrase`denied${by === undefined ? [] : phrase` by ${shownNote(by)}`}: ${shownNote(note)}`,
    ),
  ];
}

/** What stands when no rule does cannot be moved. */
function formalityAdvice({ decider }: ApprovalGroup): string {
  return decider !== undefined && decider.rule === undefined
    ? "write a rule that lets them run, or some of them"
    : "move it to run, or narrow it";
}

function splitPhrase({ arg, value, all }: SplittingValue): Phrase {
  return all === "denied"
    ? phrase`${arg} = ${value} tells them apart: every denied call has it and no approved one; hold these alone`
    : phrase`${arg} = ${value} tells them apart: every approved call has it and no denied one; let these run`;
}

function timesPhrase({ known, median, longest, late }: WaitingTimes): Phrase {
  const tooLate =
    late === undefined || late === 0
      ? []
      : phrase`; ${late} of ${known} later than ${"approvals.ttl"} allows`;
  return phrase`decided within ${words(spanWords(median))} (median), ${words(spanWords(longest))} at the longest${tooLate}`;
}

function waitingPhrase({ undecided, expired, waitedFor }: ApprovalGroup): readonly Phrase[] {
  if (undecided === 0) return [];
  const over = expired === undefined || expired === 0 ? [] : phrase`, ${expired} expired`;
  const named = waitedFor.slice(0, listedCallers);
  const people = named.map(({ caller, calls }) => phrase`${shownNote(caller)} (${calls})`);
  const rest = waitedFor.length - named.length;
  const more = rest > 0 ? [phrase`${rest} more`] : [];
  const whom =
    people.length === 0 ? [] : phrase`; launched by ${joined([...people, ...more], ", ")}`;
  return [
    phrase`${undecided} undecided${over}: waited for whoever launched it, or a manager${whom}`,
  ];
}

function remarks(week: ApprovalWeek): readonly Block[] {
  const { disordered, givenUp, older, otherHeld, undated, strayDecisions } = week;
  return list([
    ...(otherHeld === 0 ? [] : [phrase`and ${counted(otherHeld, "held call")} of other groups`]),
    ...(older === 0 ? [] : [phrase`${counted(older, "older record")} left out`]),
    ...(undated === 0
      ? []
      : [phrase`${counted(undated, "record")} without a time left out, because of ${"--since"}`]),
    ...(strayDecisions === 0
      ? []
      : [phrase`${counted(strayDecisions, "decision")} about calls that the log does not name`]),
    ...(disordered === 0
      ? []
      : [
          phrase`${words("the log is not in the order of time", "yellow")}: ${counted(disordered, "record")} ${words(disordered === 1 ? "is" : "are")} older than one before, so what became of held calls may be told wrong; sort it`,
        ]),
    ...(givenUp === 0
      ? []
      : [
          phrase`${counted(givenUp, "held call")} given up before the log ended, because too many waited at a time; ask about a shorter time`,
        ]),
  ]);
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}
