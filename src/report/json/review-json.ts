import { seenCalls } from "../../analysis/simulation/seen-calls.ts";
import type { Blocker } from "../../review/blocker.ts";
import type { MountedFile } from "../../review/corpus-fact.ts";
import { shown } from "../../review/judged-project.ts";
import type { Review } from "../../review/review-change.ts";
import type { ReviewedProject } from "../../review/reviewed-project.ts";
import type { DiffFacts } from "../diff-report.ts";
import type { ReportContext } from "../review/report-context.ts";
import { type ComparisonJson, comparisonJson } from "./diff-json.ts";
import { type FindingJson, findingJson } from "./finding-json.ts";
import { jsonVersion } from "./json-text.ts";
import { type LoadJson, loadJson } from "./load-json.ts";

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
  /** Absent when no file of saved calls changes. */
  readonly corpus?: CorpusJson;
  /** How many things the catalogue says differently. */
  readonly catalogueDifferences: number;
  /** Connectors whose `spec` file describes something else. */
  readonly specs: readonly SpecChangeJson[];
  /** Files outside of the repository whose saved calls were replayed. */
  readonly mounted: readonly MountedFile[];
  /** What is wrong with the suppressions of the configuration. */
  readonly suppressions: readonly FindingJson[];
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
  /** What the rules do, as they will be, that nobody can have meant; without what is ignored. */
  readonly findings: readonly ReviewFindingJson[];
  /** How many findings `findings.ignore` of the configuration silences. */
  readonly ignored: number;
  /** How many calls wait for people; absent where no saved calls were replayed. */
  readonly load?: LoadJson;
}

/** A finding in a review. */
export interface ReviewFindingJson extends FindingJson {
  /** It was there before the change. */
  readonly standing: boolean;
}

/** What becomes of the saved calls themselves. */
export interface CorpusJson {
  /** Calls that are saved anew, or stand for more real calls. */
  readonly added: number;
  /** Calls that are saved no more, stand for fewer real calls, or lose a pinned decision. */
  readonly lost: number;
}

/** A connector whose `spec` file describes something else. */
export interface SpecChangeJson {
  readonly manifest: string;
  readonly connector: string;
  /** How many actions come, go or get another risk; absent: nobody knows. */
  readonly differences?: number;
  /** Why nobody knows. */
  readonly because?: string;
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
    ...(review.corpus?.kind === "compared"
      ? {
          corpus: {
            added: review.corpus.change.added.calls,
            lost: review.corpus.change.lostCalls,
          },
        }
      : {}),
    catalogueDifferences:
      review.catalogue?.kind === "compared" ? review.catalogue.differences.length : 0,
    specs: review.specs.map(({ manifest, connector, ...change }) => ({
      manifest,
      connector,
      ...(change.kind === "compared"
        ? { differences: change.differences.length }
        : { because: change.because }),
    })),
    mounted: review.mounted,
    suppressions: review.suppressionFindings.map(findingJson),
    projects: review.projects.map((project) => ({
      name: project.change.name,
      findings: shown(project.findings).map(({ remark, standing }) => ({
        ...findingJson(remark),
        standing,
      })),
      ignored: project.findings.length - shown(project.findings).length,
      ...(project.load === undefined ? {} : { load: loadJson(project.load) }),
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
