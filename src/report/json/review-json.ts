import { seenCalls } from "../../analysis/simulation/seen-calls.ts";
import type { Blocker } from "../../review/blocker.ts";
import type { Review } from "../../review/review-change.ts";
import type { ReviewedProject } from "../../review/reviewed-project.ts";
import type { DiffFacts } from "../diff-report.ts";
import type { ReportContext } from "../review/report-context.ts";
import { type ComparisonJson, comparisonJson } from "./diff-json.ts";
import { type FindingJson, findingJson } from "./finding-json.ts";
import { jsonVersion } from "./json-text.ts";

/** What `countersign review --format json` prints. */
export interface ReviewJson {
  readonly version: 1;
  readonly command: "review";
  /** Short commit ids; `working tree` for files as they are on disk. */
  readonly base: string;
  readonly head: string;
  readonly verdict: Review["verdict"]["kind"];
  /** What must be mended before anybody is asked. */
  readonly blockers: readonly BlockerJson[];
  /** Who must approve, connector by connector; `*` is no connector alone. */
  readonly requirements: readonly RequirementJson[];
  readonly projects: readonly ProjectJson[];
}

/** Something about the change itself that no approval can overrule. */
export interface BlockerJson {
  readonly kind: Blocker["kind"];
  readonly message: string;
  readonly help?: string;
  readonly file?: string;
  readonly line?: number;
}

/** One connector that is affected. Enough of each group must approve. */
export interface RequirementJson {
  readonly connector: string;
  readonly groups: readonly { readonly label: string; readonly owners: readonly string[] }[];
}

/** What changes in one manifest. */
export interface ProjectJson extends ComparisonJson {
  readonly name: string;
  /** What the rules do, as they will be, that nobody can have meant. */
  readonly findings: readonly FindingJson[];
}

/** A review in a checkout for a JSON report. */
export function reviewJson(
  review: Review,
  { baseSha, headSha, redact }: ReportContext,
): ReviewJson {
  return {
    version: jsonVersion,
    command: "review",
    base: baseSha,
    head: headSha,
    verdict: review.verdict.kind,
    blockers: review.blockers.map(({ kind, message, help, span }) => ({
      kind,
      message,
      ...(help === undefined ? {} : { help }),
      ...(span === undefined ? {} : { file: span.file, line: span.start.line }),
    })),
    requirements: review.requirements.map(({ requirement: { connector, groups } }) => ({
      connector,
      groups: groups.map(({ label, owners }) => ({
        label,
        owners: owners.map(({ text }) => text),
      })),
    })),
    projects: review.projects.map((project) => ({
      name: project.change.name,
      findings: project.change.findings.map(findingJson),
      ...comparisonJson(diffFacts(project, redact)),
    })),
  };
}

function diffFacts({ change, simulation }: ReviewedProject, redact: readonly string[]): DiffFacts {
  const { name, base, head, diff, deltas, rules } = change;
  const policies = [base.policy, head.policy].filter((policy) => policy !== undefined);
  return {
    base: { name: base.root ?? name, diagnostics: base.diagnostics, files: base.files },
    head: { name: head.root ?? name, diagnostics: head.diagnostics, files: head.files },
    diff,
    deltas,
    rules,
    ...(simulation === undefined
      ? {}
      : {
          saved: {
            simulation,
            seen: seenCalls(diff.changes, simulation),
            disclosure: { policies, redact },
          },
        }),
  };
}
