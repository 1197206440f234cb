import type { LogSummary } from "../../analysis/platform-log/import-log.ts";
import { type Block, type Item, list, paragraph } from "../document/block.ts";
import { counted } from "../document/counted.ts";
import { type Phrase, phrase, words } from "../document/phrase.ts";
import { badLineBlocks } from "../simulation-report.ts";

/** So many reasons are listed. */
const listed = 10;

/** What was made of a log: what the policy said then, what is known of arguments, and all that is no call. */
export function importBlocks(summary: LogSummary): readonly Block[] {
  const { records, imported } = summary;
  return [
    paragraph(phrase`${counted(records, "record")}: ${counted(imported.calls, "call")} imported`),
    ...list([...answerItems(summary), ...argumentItems(summary), ...noteItems(summary)]),
    ...badLineBlocks(summary.badLines),
  ];
}

function answerItems({ answers, refusals, imported }: LogSummary): readonly (Item | Phrase)[] {
  const notReached = answers["not-reached"];
  const all = answers.run + answers.hold + answers.block + answers.unknown + notReached;
  const fate = imported.calls === all ? "imported too" : "left out";
  const rest = refusals.length - listed;
  return [
    ...some(answers.run, "call", "ran without a person"),
    ...some(answers.hold, "call", "waited for a person"),
    ...some(answers.block, "call", "blocked"),
    ...some(answers.unknown, "call", "of which the log does not say what the policy decided"),
    ...(notReached === 0
      ? []
      : [
          {
            text: phrase`${counted(notReached, "call")} that the policy did not see, ${words(fate)}`,
            below: list([
              ...refusals
                .slice(0, listed)
                .map(({ reason, calls }) => phrase`${reason}: ${counted(calls, "call")}`),
              ...(rest > 0 ? [phrase`and ${counted(rest, "reason")} more`] : []),
            ]),
          },
        ]),
  ];
}

function argumentItems({ extents, redirected }: LogSummary): readonly Phrase[] {
  return [
    ...some(extents.full, "call", "with all arguments"),
    ...some(extents.preview, "call", "with the platform's preview of the arguments"),
    ...some(extents.none, "call", "whose arguments the log does not hold"),
    ...some(redirected, "call", "under an old name of a channel, which rules see as the channel"),
  ];
}

function noteItems({ notes, runsByApproval }: LogSummary): readonly Phrase[] {
  return [
    ...some(runsByApproval, "run", "by an approval: the held call, which counts once"),
    ...some(notes["carry-over"], "announcement", "of a run by an earlier approval"),
    ...some(notes.approval, "record", "of a person's decision"),
    ...some(notes["other-event"], "record", "of something that is no call"),
  ];
}

function some(number: number, noun: string, what: string): readonly Phrase[] {
  return number === 0 ? [] : [phrase`${counted(number, noun)} ${words(what)}`];
}
