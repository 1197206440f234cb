import type { Judged, JudgedProject } from "../../review/judged-project.ts";
import { diagnosticBlocks } from "../diagnostics-report.ts";
import { type Block, list, paragraph } from "../document/block.ts";
import { counted } from "../document/counted.ts";
import { messagePhrase } from "../document/message-phrase.ts";
import { bareText, type Phrase, phrase, words } from "../document/phrase.ts";
import type { Remark } from "../remark.ts";

const rank = { error: 0, warning: 1, info: 2 };

/** What a project's rules do that nobody can have meant: what is new in full, what stood before as a list. */
export function findingBlocks({ findings, change }: JudgedProject, rows: number): readonly Block[] {
  return judgedBlocks(findings, { files: change.head.files, rows, noun: "finding" });
}

/** The same of what readers say of its files. */
export function remarkBlocks(
  { diagnostics, change }: JudgedProject,
  rows: number,
): readonly Block[] {
  return judgedBlocks(diagnostics, { files: change.head.files, rows, noun: "remark" });
}

interface Shape {
  readonly files: JudgedProject["change"]["head"]["files"];
  readonly rows: number;
  readonly noun: string;
}

/** The worst first. */
function judgedBlocks(judged: readonly Judged<Remark>[], shape: Shape): readonly Block[] {
  const { files, rows, noun } = shape;
  const open = judged
    .filter(({ ignoredBy }) => ignoredBy === undefined)
    .sort((one, other) => rank[one.remark.severity] - rank[other.remark.severity]);
  const fresh = open.filter(({ standing }) => !standing).map(({ remark }) => remark);
  const old = open.filter(({ standing }) => standing).map(({ remark }) => remark);
  const ignored = judged.length - open.length;
  return [
    ...diagnosticBlocks(fresh.slice(0, rows), files),
    ...more(fresh.length - rows),
    ...(old.length === 0
      ? []
      : [paragraph(phrase`${counted(old.length, noun)} that stood before this change:`)]),
    ...list(old.slice(0, rows).map(line)),
    ...more(old.length - rows),
    ...(ignored === 0
      ? []
      : [paragraph(phrase`${counted(ignored, noun)} ignored, as ${"findings.ignore"} says`)]),
  ];
}

function line({ id, message, span }: Remark): Phrase {
  const place = span === undefined ? [] : phrase`${bareText(`${span.file}:${span.start.line}`)} `;
  return phrase`${place}${messagePhrase(message)} [${words(id)}]`;
}

function more(count: number): readonly Block[] {
  return count > 0 ? list([phrase`and ${count} more: see ${"countersign lint"}`]) : [];
}
