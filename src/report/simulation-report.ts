import type { BadLines } from "../analysis/simulation/bad-lines.ts";
import type {
  SimulatedChange,
  Simulation,
  UnmetExpectation,
} from "../analysis/simulation/simulation.ts";
import type { Tally } from "../analysis/simulation/tally.ts";
import { callPath, savedCallPhrase } from "./call-phrase.ts";
import { decidersPhrase, rulePhrase } from "./decider-phrase.ts";
import { matrixPhrases } from "./decision-matrix-words.ts";
import { changedDecision, decisionPhrase } from "./decision-words.ts";
import { type Block, heading, type Item, list, paragraph } from "./document/block.ts";
import { counted } from "./document/counted.ts";
import { messagePhrase } from "./document/message-phrase.ts";
import { bareText, joined, type Phrase, phrase, quotedText, words } from "./document/phrase.ts";
import { missingBlocks } from "./missing-arguments-report.ts";
import { lastSeenPhrase } from "./policy-diff-report.ts";
import { type Disclosure, shownArguments } from "./shown-arguments.ts";

/**
 * What the saved calls say about a change: how many are decided differently and how, by whom they were and are decided,
 * which pinned decisions fail, which lines could not be read.
 */
export function simulationBlocks(simulation: Simulation, disclosure: Disclosure): readonly Block[] {
  const { fault, total, changed, groups, ungrouped, indeterminate, indeterminateGroups } =
    simulation;
  if (fault !== undefined) {
    return [
      heading(words("saved calls")),
      paragraph(words(fault, "red")),
      ...badLineBlocks(simulation.badLines),
    ];
  }
  const more = moreCalls(ungrouped);
  return [
    heading(words("saved calls")),
    paragraph(totalPhrase(total, changed)),
    ...list(matrixPhrases(simulation)),
    ...(groups.length === 0 ? [] : [paragraph(words("who decides them"))]),
    ...list([...groups.map((group) => groupItem(group, disclosure)), ...more]),
    ...(indeterminate.calls === 0
      ? []
      : [paragraph(phrase`${counted(indeterminate.calls, "saved call")} cannot be decided`)]),
    ...list(indeterminateGroups.map((group) => groupItem(group, disclosure))),
    ...missingBlocks(simulation),
    ...presumedBlocks(simulation.presumed),
    ...expectationBlocks(simulation),
    ...badLineBlocks(simulation.badLines),
  ];
}

/** Zero of the calls that were seen is no proof, and says so. */
function totalPhrase(total: Tally, changed: Tally): Phrase {
  const of = phrase`${changed.calls} of ${counted(total.calls, "saved call")}${standFor(changed, total)}`;
  if (changed.calls === 0) {
    return phrase`${of} would be decided differently, which does not mean that it cannot happen`;
  }
  return phrase`${of} would be decided differently`;
}

/** A record may stand for many calls. */
function standFor(changed: Tally, total: Tally): Phrase {
  if (total.weight === total.calls) return [];
  return phrase` (as often as they were made: ${changed.weight} of ${total.weight})`;
}

function groupItem(group: SimulatedChange, disclosure: Disclosure): Item {
  const { calls, weight, from, to, examples, lastSeen } = group;
  const times = weight === calls ? [] : phrase`, made ${weight} times`;
  const paths = [...new Set(examples.map(({ call }) => callPath(call)))].map(
    (path) => phrase`${path}`,
  );
  return {
    text: phrase`${counted(calls, "call")}${times}: ${changedDecision(from.effect, to.effect)}, ${joined(paths, ", ")}, ${decidersPhrase(group)}${lastSeenPhrase(lastSeen)}`,
    below: list(
      examples.map(
        ({ call, file, line }) =>
          phrase`${savedCallPhrase(call, shownArguments(call, disclosure))} (${bareText(`${file}:${line}`)})`,
      ),
    ),
  };
}

function moreCalls({ calls }: Tally): readonly Phrase[] {
  return calls === 0 ? [] : [phrase`${counted(calls, "call")} more, in too many groups to list`];
}

function presumedBlocks({ calls }: Tally): readonly Block[] {
  if (calls === 0) return [];
  const text = phrase`${counted(calls, "saved call")} without ${"args"}: a condition bears on what is decided, so a real call may be decided otherwise`;
  return [paragraph(text)];
}

/** How many pinned decisions hold, and each that does not. Nothing when nothing is pinned. */
export function expectationBlocks({
  expectations: { total, unmet },
  unmet: listed,
}: Pick<Simulation, "expectations" | "unmet">): readonly Block[] {
  if (total === 0) return [];
  const of = counted(total, "pinned decision");
  if (unmet === 0) return [paragraph(phrase`${words("0", "green")} of ${of} broken`)];
  const rest = unmet - listed.length;
  return [
    paragraph(phrase`${words(String(unmet), "red")} of ${of} broken`),
    ...list([...listed.map(unmetPhrase), ...(rest === 0 ? [] : [phrase`and ${rest} more`])]),
  ];
}

function unmetPhrase(unmet: UnmetExpectation): Phrase {
  const { file, line } = unmet.saved;
  return phrase`${bareText(`${file}:${line}`)} ${unmetSentence(unmet)}`;
}

/** What a saved call is pinned to, and how it is decided by whom. */
export function unmetSentence({ saved, expect, decision }: UnmetExpectation): Phrase {
  const { effect, rule, because } = decision;
  const decider = rule === undefined ? quotedText(because) : rulePhrase(rule);
  return phrase`${callPath(saved.call)} is pinned to ${words(expect, "bold")} and gets ${decisionPhrase(effect)}, decided by ${decider}`;
}

/** How many lines could not be read; nothing when all could. */
export function unreadLines({ count }: BadLines): readonly Block[] {
  if (count === 0) return [];
  return [paragraph(words(`${count} ${count === 1 ? "line" : "lines"} could not be read`, "red"))];
}

/** How many lines could not be read, and the first of them. Nothing when all could. */
export function badLineBlocks({ count, first }: BadLines): readonly Block[] {
  if (count === 0) return [];
  const rest = count - first.length;
  return [
    ...unreadLines({ count, first }),
    ...list([
      ...first.map(({ file, line, reason, help }) => {
        const advice = help === undefined ? [] : phrase` (${messagePhrase(help)})`;
        return phrase`${bareText(`${file}:${line}`)} ${messagePhrase(reason)}${advice}`;
      }),
      ...(rest === 0 ? [] : [phrase`and ${rest} more`]),
    ]),
  ];
}
