import type { Command } from "commander";
import type { Finding } from "../analysis/findings/finding.ts";
import { lintUnfinished } from "../analysis/findings/incomplete-kinds.ts";
import { lint as findingsOf } from "../analysis/findings/lint.ts";
import type { Diagnostic, SourceFile } from "../policy/source/diagnostic.ts";
import { diagnosticBlocks, severityCount } from "../report/diagnostics-report.ts";
import { type Block, paragraph } from "../report/document/block.ts";
import { documentMarkdown } from "../report/document/document-markdown.ts";
import { documentText } from "../report/document/document-text.ts";
import type { Paint } from "../report/document/paint.ts";
import { jsonDocument } from "../report/json/json-text.ts";
import { lintJson } from "../report/json/lint-json.ts";
import { type Format, formatOption, type Invocation, newCommand } from "./command.ts";
import { type ExitStatus, exitStatus, worst } from "./exit-status.ts";
import { checkStandardInput } from "./files/file-argument.ts";
import { readCatalogueFile } from "./files/read-catalogue-file.ts";
import { type ReadManifest, readManifest } from "./files/read-manifest.ts";
import { manifestStatus } from "./manifest-remarks.ts";
import type { Io } from "./output/output.ts";

interface Options {
  readonly catalogue?: string;
  readonly all?: true;
  readonly format: Format;
}

/**
 * `countersign lint MANIFEST...`: what is wrong with a manifest, at its line: what the platform drops, and what the rules
 * that are left do that nobody can have meant. Ends with 1 when there is an error, 2 when the platform could not read it, 4
 * when the rules could not all be looked at; of several manifests the worst counts.
 */
export function lintCommand({ io, conclude }: Invocation): Command {
  return newCommand("lint", "say what is wrong with a manifest and its rules, at its line", [
    "lint kortix.yaml",
    "lint HEAD:kortix.yaml --format markdown",
    "lint apps/*/kortix.yaml --catalogue policy/actions.json --format json",
  ])
    .argument("<manifest...>", "paths, REV:PATH in git, or - for standard input")
    .option("--catalogue <file>", "the actions that exist, with their risk: JSON or YAML")
    .option("--all", "also what is true of many sound policies: order that matters, wildcards")
    .addOption(formatOption())
    .action(async (manifests: string[], options: Options) => {
      conclude(await lint(manifests, options, io));
    });
}

async function lint(
  manifests: readonly string[],
  { catalogue, all = false, format }: { catalogue?: string; all?: boolean; format: Format },
  io: Io,
): Promise<ExitStatus> {
  checkStandardInput([...manifests, ...(catalogue === undefined ? [] : [catalogue])]);
  const actions = await readCatalogueFile(catalogue, io);
  const linted: Linted[] = [];
  for (const manifest of manifests) {
    const read = await readManifest(manifest, io);
    const findings = read.policy === undefined ? [] : findingsOf(read.policy, actions, { all });
    linted.push({ read, findings });
  }
  await io.stdout.write(reports[format](linted, io.stdout.paint));
  return worst(linted.flatMap(({ read, findings }) => [manifestStatus(read), statusOf(findings)]));
}

/** One manifest, and what there is to say about its rules. */
interface Linted {
  readonly read: ReadManifest;
  readonly findings: readonly Finding[];
}

function statusOf(findings: readonly Finding[]): ExitStatus {
  return worst([
    findings.some(({ severity }) => severity === "error")
      ? exitStatus.something
      : exitStatus.nothing,
    findings.some(({ id }) => id === lintUnfinished.id) ? exitStatus.unproved : exitStatus.nothing,
  ]);
}

type Report = (linted: readonly Linted[], paint: Paint) => string;

const reports: Readonly<Record<Format, Report>> = {
  text: (linted, paint) => documentText(lintBlocks(linted), paint),
  markdown: (linted) => documentMarkdown(lintBlocks(linted)),
  json: (linted) => jsonDocument(lintJson(diagnosticsOf(linted), foundIn(linted))),
};

function lintBlocks(linted: readonly Linted[]): readonly Block[] {
  const remarks = linted.flatMap(({ read, findings }) => [...read.diagnostics, ...findings]);
  const files: readonly SourceFile[] = linted.flatMap(({ read }) => read.files);
  return [...diagnosticBlocks(remarks, files), paragraph(severityCount(remarks))];
}

function diagnosticsOf(linted: readonly Linted[]): readonly Diagnostic[] {
  return linted.flatMap(({ read }) => read.diagnostics);
}

function foundIn(linted: readonly Linted[]): readonly Finding[] {
  return linted.flatMap(({ findings }) => findings);
}
