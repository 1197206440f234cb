import type { Command } from "commander";
import { reviewJson } from "../report/json/review-json.ts";
import { localReviewBlocks } from "../report/local-review.ts";
import { reviewSarif } from "../report/sarif/review-sarif.ts";
import { writtenReport } from "../report/written-report.ts";
import { configOf } from "../review/gate-config-side.ts";
import type { ChangeFacts, Review } from "../review/review-change.ts";
import { changeFacts } from "./checkout/change-facts.ts";
import { revisionSide, topFolder, workingSide } from "./checkout/checkout-side.ts";
import { defaultBase } from "./checkout/default-base.ts";
import { offlineReview } from "./checkout/offline-review.ts";
import { pathUri } from "./checkout/repository-uri.ts";
import { type Format, type Invocation, newCommand, resultFormatOption } from "./command.ts";
import { unreadable } from "./command-error.ts";
import { type ExitStatus, exitStatus, worst } from "./exit-status.ts";
import type { Io } from "./output/output.ts";
import { writtenSarif } from "./output/written-sarif.ts";

interface Options {
  readonly base?: string;
  readonly head?: string;
  readonly corpusRoot?: string;
  readonly format: Format;
}

/**
 * `countersign review [--base REF] [--head REF]`: in a git checkout, the report that the pull request would get, as far as it
 * can be known without GitHub. The base, when not named, is where the change left the default branch; the head is the
 * working tree. Ends with 1 when somebody must approve or something must be mended, 4 when something could not be proved,
 * 2 when a manifest cannot be read.
 */
export function reviewCommand({ io, conclude }: Invocation): Command {
  return newCommand("review", "in a git checkout: say what a pull request's comment would say", [
    "review",
    "review --base origin/main",
    "review --base v1.2.0 --head v1.3.0 --format markdown",
  ])
    .option(
      "--base <ref>",
      "what to compare with (default: the merge base with origin's default branch, else with main or master)",
    )
    .option("--head <ref>", "what is reviewed (default: the working tree)")
    .option("--corpus-root <folder>", "where the saved calls lie that `corpus` names as `mounted:`")
    .addOption(resultFormatOption())
    .action(async (options: Options) => {
      conclude(await review(options, io));
    });
}

async function review({ base, head, corpusRoot, format }: Options, io: Io): Promise<ExitStatus> {
  const top = await topFolder(io.cwd);
  const sides = {
    base: await revisionSide(top, base ?? (await defaultBase(top, head ?? "HEAD"))),
    head: head === undefined ? await workingSide(top) : await revisionSide(top, head),
  };
  const facts = await changeFacts(sides, io, corpusRoot);
  if (facts.projects.length === 0) {
    throw unreadable(
      "neither side has a manifest",
      "the default is `kortix.yaml`; `.github/countersign.yml` at the base may name others",
    );
  }
  const context = {
    baseSha: sides.base.name,
    headSha: sides.head.name,
    branch: base ?? "the default branch",
    redact: configOf(facts.baseConfig)?.redact ?? [],
  };
  const result = offlineReview(facts, Date.now());
  const report = {
    title: "countersign review",
    blocks: () => localReviewBlocks(result, context),
    json: () => reviewJson(result, context),
  };
  await io.stdout.write(
    format === "sarif"
      ? await writtenSarif(reviewSarif(result), pathUri)
      : writtenReport(report, format, io.stdout.paint),
  );
  return reviewStatus(result, facts);
}

function reviewStatus({ requirements, blockers }: Review, { projects }: ChangeFacts): ExitStatus {
  const sides = projects.flatMap(({ change: { base, head } }) => [base, head]);
  const unread = sides.some(({ policy }) => policy === undefined);
  const corpusUnread = projects.some(({ simulation }) => (simulation?.badLines.count ?? 0) > 0);
  const unproved = projects.some(({ change }) => change.diff.undecided.length > 0);
  return worst([
    unread || corpusUnread ? exitStatus.unreadable : exitStatus.nothing,
    unproved ? exitStatus.unproved : exitStatus.nothing,
    requirements.length > 0 || blockers.length > 0 ? exitStatus.something : exitStatus.nothing,
  ]);
}
