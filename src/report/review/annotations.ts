import type { Finding } from "../../analysis/findings/finding.ts";
import type { Diagnostic, Severity } from "../../policy/source/diagnostic.ts";
import { visible } from "../../policy/source/visible-text.ts";
import type { Blocker } from "../../review/blocker.ts";
import { type Judged, shown } from "../../review/judged-project.ts";
import type { Review } from "../../review/review-change.ts";
import { dangerousFirst } from "../dangerous-first.ts";
import { decisionVerb } from "../decision-words.ts";

/** One remark at a line of a file, in GitHub's shape. */
export interface Annotation {
  readonly path: string;
  /** 1-based. */
  readonly start_line: number;
  readonly end_line: number;
  readonly annotation_level: "failure" | "warning" | "notice";
  readonly title: string;
  /** Plain text; GitHub's limit is 64 KB. */
  readonly message: string;
}

/** More than these are not read by anybody; the report lists the rest. */
const annotationLimit = 200;

/** Characters of one sentence; GitHub refuses all annotations for one that is too long. */
const messageLength = 2000;

const levels: Readonly<Record<Severity, Annotation["annotation_level"]>> = {
  error: "failure",
  warning: "warning",
  info: "notice",
};

/**
 * What is to be said at lines of files: first what closes the gate, then other remarks that are new, then what rules
 * decide differently now, the most dangerous first.
 */
export function annotations({ projects, blockers, configRemarks }: Review): readonly Annotation[] {
  const closing = new Set(blockers.map(placeKey));
  const remarks = [
    ...projects.flatMap(({ diagnostics }) => fresh(diagnostics)),
    ...configRemarks,
  ].filter((remark) => !closing.has(placeKey(remark)));
  const findings = projects
    .flatMap(({ findings: judged }) => fresh(judged))
    .filter((remark) => !closing.has(placeKey(remark)));
  const changes = projects
    .flatMap(({ change }) => change.diff.changes)
    .sort(dangerousFirst)
    .flatMap(({ from, to, region }) => {
      const { file, line } = to.rule ?? {};
      if (file === undefined || line === undefined) return [];
      const message = `${region.path}: ${decisionVerb[from.effect].many} today and after this change ${decisionVerb[to.effect].many}`;
      return [at(file, line, "notice", "decided differently", message)];
    });
  return [
    ...blockers.flatMap(ofBlocker),
    ...bySeverity(remarks).flatMap(ofDiagnostic),
    ...bySeverity(findings).flatMap(ofFinding),
    ...changes,
  ].slice(0, annotationLimit);
}

/** What the change brings along: nobody should be told anew, at a line that they did not touch, what stood there before. */
function fresh<T>(judged: readonly Judged<T>[]): readonly T[] {
  return shown(judged)
    .filter(({ standing }) => !standing)
    .map(({ remark }) => remark);
}

/** The same remark has the same place and the same words. */
export function placeKey({ span, message }: Pick<Diagnostic, "span" | "message">): string {
  return `${span?.file}:${span?.start.offset} ${message}`;
}

function bySeverity<T extends { readonly severity: Severity }>(
  remarks: readonly T[],
): readonly T[] {
  const rank = { error: 0, warning: 1, info: 2 };
  return [...remarks].sort((one, other) => rank[one.severity] - rank[other.severity]);
}

const blockerTitles: Readonly<Record<Blocker["kind"], string>> = {
  unreadable: "cannot be read",
  dropped: "dropped by the platform",
  config: "configuration",
  expectation: "pinned decision",
  corpus: "saved calls",
  catalogue: "catalogue of actions",
  invariant: "invariant",
  finding: "closes the gate",
};

function ofBlocker({ kind, message, help, span }: Blocker): readonly Annotation[] {
  if (span === undefined) return [];
  return [at(span.file, span.start.line, "failure", blockerTitles[kind], message, help)];
}

function ofDiagnostic({ id, severity, message, help, span }: Diagnostic): readonly Annotation[] {
  if (span === undefined) return [];
  return [at(span.file, span.start.line, levels[severity], id, message, help)];
}

/** A finding fails nothing unless it closes the gate, and then it is a blocker. */
const findingLevels: Readonly<Record<Severity, Annotation["annotation_level"]>> = {
  error: "warning",
  warning: "warning",
  info: "notice",
};

function ofFinding({ id, severity, message, why, help, span }: Finding): readonly Annotation[] {
  if (span === undefined) return [];
  const level = findingLevels[severity];
  return [at(span.file, span.start.line, level, id, message, why, help)];
}

function at(
  path: string,
  line: number,
  level: Annotation["annotation_level"],
  title: string,
  message: string,
  ...below: readonly (string | undefined)[]
): Annotation {
  const lines = [message, ...below].filter((text) => text !== undefined);
  return {
    path,
    start_line: line,
    end_line: line,
    annotation_level: level,
    title,
    message: lines.map((text) => visible(text, messageLength)).join("\n"),
  };
}
