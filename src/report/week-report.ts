import { type ApprovalGroup, isFormality } from "../analysis/approval-week/approval-group.ts";
import type { ApprovalWeek, RuledWeek } from "../analysis/approval-week/approval-week.ts";
import type { Way } from "../analysis/approval-week/held-call.ts";
import type { IdleRule } from "../analysis/approval-week/idle-rules.ts";
import type { SplittingValue } from "../analysis/approval-week/splitting-value.ts";
import type { UnruledAction } from "../analysis/approval-week/unruled-actions.ts";
import type { WaitingTimes } from "../analysis/approval-week/waiting-times.ts";
import { deciderPhrase, rulePhrase } from "./decider-phrase.ts";
import { decisionVerb } from "./decision-words.ts";
import { shownNote } from "./denial-note.ts";
import { type Block, heading, type Item, list, paragraph } from "./document/block.ts";
import { counted } from "./document/counted.ts";
import { joined, type Phrase, phrase, words } from "./document/phrase.ts";
import { durationWords } from "./duration-words.ts";
import { missingBlocks } from "./missing-arguments-report.ts";
import { spanWords } from "./span-words.ts";

/** So many groups, rules or actions are listed. */
const listed = 50;
const listedCallers = 5;

/** What people did with the calls that waited for them: first what changed on the way, then rule by rule. */
export function weekBlocks(week: ApprovalWeek): readonly Block[] {
  const { calls, groups, ruled } = week;
  return [
    heading(headline(groups)),
    ...list(wayPhrases(groups)),
    paragraph(
      phrase`${counted(calls, "call")} reached the policy; ${sum(groups, ({ held }) => held)} waited for a person: ${endsPhrase(groups)}`,
    ),
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

function groupItem(group: ApprovalGroup): Item {
  return {
    text: phrase`${namePhrase(group)}: ${counted(group.held, "call")} held, ${endsPhrase([group])}`,
    below: list(groupFacts(group)),
  };
}

function namePhrase({ connector, action, decider }: ApprovalGroup): Phrase {
  if (decider === undefined) return phrase`${`${connector}.${action}`}`;
  return phrase`${connector}, ${deciderPhrase(decider)}`;
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
          phrase`${words("a formality", "yellow")}: all ${approved} decided were approved, and the log tells of no change; move it to run, or narrow it`,
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
  const { older, otherHeld, undated, strayDecisions } = week;
  return list([
    ...(otherHeld === 0 ? [] : [phrase`and ${counted(otherHeld, "held call")} of other groups`]),
    ...(older === 0 ? [] : [phrase`${counted(older, "older record")} left out`]),
    ...(undated === 0
      ? []
      : [phrase`${counted(undated, "record")} without a time left out, because of ${"--since"}`]),
    ...(strayDecisions === 0
      ? []
      : [phrase`${counted(strayDecisions, "decision")} about calls that the log does not name`]),
  ]);
}

function ruledBlocks(ruled: RuledWeek): readonly Block[] {
  const { idle, ttl, unruled } = ruled;
  return [
    paragraph(phrase`an approval may take ${words(durationWords(ttl))} (${"approvals.ttl"})`),
    ...missingBlocks(ruled),
    ...(idle.length === 0
      ? []
      : [paragraph(phrase`${counted(idle.length, "rule")} decided no call of the log:`)]),
    ...cutList(idle, idlePhrase),
    ...(unruled.length === 0 ? [] : [paragraph(words("no rule decides these calls:"))]),
    ...cutList(unruled, unruledPhrase),
  ];
}

const canWords: Readonly<Record<IdleRule["can"], string>> = {
  decide: "it can decide calls, but there were none",
  "not-decide": "it can decide no call at all",
  unknown: "whether it can decide a call could not be proved",
};

function idlePhrase({ rule, can, perhaps }: IdleRule): Phrase {
  const what = perhaps ? "calls that could not be decided may be its own" : canWords[can];
  return phrase`${rulePhrase(rule)}: ${words(what)}`;
}

function unruledPhrase({ call, side, calls }: UnruledAction): Phrase {
  const what = call === undefined ? words("other actions") : phrase`${call}`;
  return phrase`${what}: ${counted(calls, "call")}, decided by ${deciderPhrase(side)}`;
}

function cutList<T>(all: readonly T[], each: (one: T) => Item | Phrase): readonly Block[] {
  const rest = all.length - listed;
  return list([...all.slice(0, listed).map(each), ...(rest > 0 ? [phrase`and ${rest} more`] : [])]);
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}
