import type { PolicyDiff } from "../../analysis/diff/change.ts";
import { type SeenCalls, seenCalls } from "../../analysis/simulation/seen-calls.ts";
import type { JudgedProject } from "../../review/judged-project.ts";
import type { Review } from "../../review/review-change.ts";
import type { ReviewedProject } from "../../review/reviewed-project.ts";
import { dangerousFirst } from "../dangerous-first.ts";
import { diagnosticBlocks } from "../diagnostics-report.ts";
import { type Block, heading, list, type Part } from "../document/block.ts";
import { messagePhrase } from "../document/message-phrase.ts";
import { phrase, quotedText } from "../document/phrase.ts";
import { policyDiffBlocks } from "../policy-diff-report.ts";
import { ruleDiffBlocks } from "../rule-diff-report.ts";
import { simulationBlocks } from "../simulation-report.ts";
import { surfaceBlocks } from "../surface-report.ts";
import { catalogueBlocks } from "./catalogue-report.ts";
import { corpusBlocks, mountedBlocks } from "./corpus-report.ts";
import { findingBlocks, remarkBlocks } from "./findings-report.ts";
import { loadBlocks } from "./load-report.ts";
import type { ReportContext } from "./report-context.ts";
import { specBlocks } from "./spec-report.ts";

/**
 * Everything that can be unfolded: proof, saved calls, rules, settings, remarks, people, each with a title in our own
 * words. Empty parts are left out.
 */
export function reviewDetails(
  review: Review,
  context: ReportContext,
  rows: number,
): readonly Part[] {
  const { projects } = review;
  const each = (blocks: (project: JudgedProject) => readonly Block[]): readonly Block[] =>
    projects.flatMap((project) => {
      const own = blocks(project);
      const title = projects.length > 1 ? [heading(quotedText(project.change.name))] : [];
      return own.length === 0 ? [] : [...title, ...own];
    });
  const parts = [
    {
      title: "Every call: what is decided differently, and what could not be proved",
      blocks: each((project) => exactBlocks(project, rows)),
    },
    {
      title: "Saved calls, decided before and after",
      blocks: each(({ change: { base, head }, simulation }) =>
        simulation === undefined || base.policy === undefined || head.policy === undefined
          ? []
          : simulationBlocks(simulation, {
              policies: [base.policy, head.policy],
              redact: context.redact,
            }),
      ),
    },
    { title: "Saved calls that do not lie in the repository", blocks: mountedBlocks(review) },
    { title: "The load on people: calls that wait for them", blocks: each(loadBlocks) },
    {
      title: "Rules: added, removed, edited, moved",
      blocks: each(({ change }) => ruleDiffBlocks(change.rules)),
    },
    {
      title: "Settings that change what a decision means",
      blocks: each(({ change }) => surfaceBlocks(change.deltas)),
    },
    { title: "The gate's own configuration", blocks: configBlocks(review) },
    { title: "Saved calls that are lost", blocks: corpusBlocks(review, context, rows) },
    { title: "The catalogue of actions", blocks: catalogueBlocks(review, rows) },
    { title: "What describes connectors", blocks: specBlocks(review, rows) },
    {
      title: "Findings: rules that do not do what they say",
      blocks: [
        ...each((project) => findingBlocks(project, rows)),
        ...diagnosticBlocks(review.suppressionFindings, []),
      ],
    },
    {
      title: "Remarks on the manifest",
      blocks: each((project) => remarkBlocks(project, rows)),
    },
    { title: "Who took part, and so does not countersign", blocks: contributorBlocks(review) },
  ];
  return parts
    .filter(({ blocks }) => blocks.length > 0)
    .map(({ title, blocks }) => ({
      kind: "details",
      title,
      // A part that has one heading of its own has one title too many.
      blocks: projects.length === 1 && blocks[0]?.kind === "heading" ? blocks.slice(1) : blocks,
    }));
}

/** The most dangerous changes first; what saved calls say is asked of all of them, so that no call is counted elsewhere. */
function exactBlocks(
  { change: { diff }, simulation }: ReviewedProject,
  rows: number,
): readonly Block[] {
  const seen = simulation === undefined ? [] : seenCalls(diff.changes, simulation);
  const ranked = diff.changes
    .map((change, index) => ({ change, seen: seen[index] }))
    .sort((one, other) => dangerousFirst(one.change, other.change))
    .slice(0, rows);
  const shown: PolicyDiff = {
    ...diff,
    changes: ranked.map(({ change }) => change),
    undecided: diff.undecided.slice(0, rows),
  };
  const more =
    diff.changes.length + diff.undecided.length - shown.changes.length - shown.undecided.length;
  return [
    ...policyDiffBlocks(
      shown,
      simulation && {
        // One for each change, in their order.
        calls: ranked.map((row) => row.seen as SeenCalls),
        total: simulation.total,
      },
    ),
    ...(more > 0 ? list([phrase`and ${more} more`]) : []),
  ];
}

function configBlocks({ config: { ownerEntries, settings } }: Review): readonly Block[] {
  return list([
    ...ownerEntries.map(({ connector, from, to }) => {
      const names = (owners: typeof from): string =>
        owners.map(({ text }) => text).join(", ") || "nobody";
      return phrase`owners of ${connector}: ${names(from)} → ${names(to)}`;
    }),
    ...settings.map(({ key, from, to }) => phrase`${key}: ${from} → ${to}`),
  ]);
}

function contributorBlocks({ contributors: { people, unattributed } }: Review): readonly Block[] {
  return list([
    ...[...people.values()].map(
      ({ person, because }) => phrase`${person.login} ${messagePhrase(because)}`,
    ),
    ...unattributed.map(
      (sha) => phrase`commit ${sha.slice(0, 7)} names no account, so one more approval is needed`,
    ),
  ]);
}
