import type { CorpusChange, LostCall } from "../../analysis/simulation/corpus-change.ts";
import type { UnreadCorpusFile } from "../../review/corpus-fact.ts";
import type { Review } from "../../review/review-change.ts";
import { savedCallPhrase } from "../call-phrase.ts";
import { type Block, list, paragraph } from "../document/block.ts";
import { counted } from "../document/counted.ts";
import { messagePhrase } from "../document/message-phrase.ts";
import { bareText, joined, type Phrase, phrase, words } from "../document/phrase.ts";
import { type Disclosure, shownArguments } from "../shown-arguments.ts";
import { badLineBlocks, expectationBlocks } from "../simulation-report.ts";
import type { ReportContext } from "./report-context.ts";

/** Lost calls that a person reads before anything is unfolded. */
const readableCalls = 5;

/** What becomes of the saved calls, in one sentence, with the first that are lost. Nothing when their files are the same. */
export function corpusSummary(review: Review, context: ReportContext): readonly Block[] {
  const change = comparedCorpus(review);
  if (change === undefined) return [];
  const { added, pinned, lostCalls } = change;
  const unread = unreadBefore(review).map(({ path, because }) =>
    paragraph(
      phrase`The saved calls in ${path} ${messagePhrase(because)}, so nobody knows which of them would be lost, and the fallback owners are asked.`,
    ),
  );
  const gains = [
    ...(added.calls === 0 ? [] : [counted(added.calls, "saved call")]),
    ...(pinned === 0 ? [] : [counted(pinned, "pinned decision")]),
  ];
  const gained =
    gains.length === 0
      ? []
      : [paragraph(phrase`Added: ${joined(gains, ", ")}. Nobody is asked for that.`)];
  if (lostCalls === 0) return [...unread, ...gained];
  return [
    ...unread,
    paragraph(
      phrase`${counted(lostCalls, "saved call")} would be lost or say less, so the fallback owners are asked:`,
    ),
    ...lostList(change, readableCalls, disclosureOf(review, context)),
    ...gained,
  ];
}

/** Each saved call that is lost, as far as it is known, and what of the files could not be read. */
export function corpusBlocks(
  review: Review,
  context: ReportContext,
  rows: number,
): readonly Block[] {
  const change = comparedCorpus(review);
  if (change === undefined) return [];
  const { unmet, badLines } = change;
  return [
    ...lostList(change, rows, disclosureOf(review, context)),
    ...(unmet.length === 0
      ? []
      : expectationBlocks({ expectations: { total: change.pinned, unmet: unmet.length }, unmet })),
    ...badLineBlocks(badLines),
  ];
}

function comparedCorpus({ corpus }: Review): CorpusChange | undefined {
  return corpus?.kind === "compared" ? corpus.change : undefined;
}

function unreadBefore({ corpus }: Review): readonly UnreadCorpusFile[] {
  return corpus?.kind === "compared" ? (corpus.unreadBefore ?? []) : [];
}

/** Which files outside of the repository were replayed, so that it can be told later what a verdict was about. */
export function mountedBlocks({ mounted }: Review): readonly Block[] {
  return list(
    mounted.map(
      ({ path, bytes, sha256 }) =>
        phrase`${bareText(path)}, ${counted(bytes, "byte")}, SHA-256 ${bareText(sha256)}`,
    ),
  );
}

function disclosureOf({ projects }: Review, { redact }: ReportContext): Disclosure {
  const policies = projects
    .flatMap(({ change: { base, head } }) => [base.policy, head.policy])
    .filter((policy) => policy !== undefined);
  return { policies, redact };
}

function lostList(
  { lost, lostCalls }: CorpusChange,
  rows: number,
  disclosure: Disclosure,
): readonly Block[] {
  const shown = lost.slice(0, rows).map((one) => lostPhrase(one, disclosure));
  const more = lostCalls - shown.length;
  return list(more > 0 && shown.length > 0 ? [...shown, phrase`and ${more} more`] : shown);
}

function lostPhrase({ saved, from, to, unpinned }: LostCall, disclosure: Disclosure): Phrase {
  const { call, file, line } = saved;
  const what = savedCallPhrase(call, shownArguments(call, disclosure));
  const becomes = [
    ...(to < from
      ? [to === 0 ? words("is gone") : phrase`stood for ${from} calls and would for ${to}`]
      : []),
    ...unpinned.map((pin) => words(`is pinned to ${pin} no more`)),
  ];
  return phrase`${what} (${bareText(`${file}:${line}`)}) ${joined(becomes, ", ")}`;
}
