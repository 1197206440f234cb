import type { Override } from "../../review/override.ts";
import type { OverrideState, VoteRefusal } from "../../review/override-state.ts";
import type { Person } from "../../review/person.ts";
import type { Review } from "../../review/review-change.ts";
import { type Block, list, paragraph } from "../document/block.ts";
import { counted } from "../document/counted.ts";
import { messagePhrase } from "../document/message-phrase.ts";
import { joined, type Phrase, phrase, quotedText, words } from "../document/phrase.ts";
import { momentWords } from "../moment-words.ts";

const listed = 30;

/** What there is to say about overrides of a pull request: in force, given before, asked for, refused. */
export function overrideBlocks({ verdict, override }: Review): readonly Block[] {
  const current = verdict.kind === "overridden" ? verdict.override : undefined;
  const before = override.given.filter(({ reviewId }) => reviewId !== current?.reviewId);
  return [
    ...(current === undefined
      ? []
      : [paragraph(phrase`${overriddenPhrase(current)}. The owners have not approved this.`)]),
    ...(before.length === 0 ? [] : [paragraph(words("OVERRIDDEN before:"))]),
    ...list(before.slice(-listed).map(overriddenPhrase)),
    ...waitingBlocks(override),
    ...refusedBlocks(override),
  ];
}

/** Who opened the gate, why, where and until when. */
function overriddenPhrase(one: Override): Phrase {
  const people = everybody([one.requestedBy, ...one.confirmedBy]);
  return phrase`OVERRIDDEN by ${people} at ${one.headSha.slice(0, 12)} until ${words(momentWords(one.expiresAt))}, because ${one.reason}`;
}

/** Logins, `a`, `a and b`. */
export function everybody(people: readonly Person[]): Phrase {
  return joined(
    people.map(({ login }) => quotedText(login)),
    " and ",
  );
}

function waitingBlocks({ waiting, needed }: OverrideState): readonly Block[] {
  const asked = waiting.filter(({ step }) => step === "request").at(-1);
  if (asked === undefined) return [];
  const people = new Set(waiting.map(({ person }) => person.id)).size;
  const missing = counted(needed - people, "more person", "more people");
  return [
    paragraph(
      phrase`${asked.person.login} asks to override the gate, because ${asked.reason}: ${missing} of the break-glass team must confirm it, with a review that begins with ${"/countersign confirm"}.`,
    ),
  ];
}

function refusedBlocks({ refused }: OverrideState): readonly Block[] {
  if (refused.length === 0) return [];
  return [
    paragraph(words("Overrides that do not count:")),
    ...list(
      refused
        .slice(-listed)
        .map(({ vote, because }) => phrase`${vote.person.login} ${refusalPhrase(because)}`),
    ),
  ];
}

/** Why somebody's part does not count, to be read after their name. */
function refusalPhrase(because: VoteRefusal): Phrase {
  switch (because.kind) {
    case "contributor":
      return phrase`took part in the change: ${messagePhrase(because.because)}`;
    case "no-team":
      return phrase`cannot be known to be of the team: ${messagePhrase(because.because)}`;
    case "no-reason":
      return phrase`gave no reason: write ${"/countersign override REASON"}`;
    case "not-configured":
    case "bot":
    case "outsider":
    case "withdrawn":
    case "other-commit":
    case "never-judged":
    case "stale":
    case "expired":
      return words(refusals[because.kind]);
  }
}

type PlainRefusal = Exclude<VoteRefusal["kind"], "contributor" | "no-team" | "no-reason">;

const refusals: Readonly<Record<PlainRefusal, string>> = {
  "not-configured": "asked where the configuration lets nobody override",
  bot: "is a bot",
  outsider: "is no active member of the break-glass team",
  withdrawn: "gave a review that was dismissed",
  "other-commit": "looked at another commit: please ask again",
  "never-judged": "asked before the change was judged: please ask again",
  stale: "looked at a different change: please ask again",
  expired: "asked too long ago",
};
