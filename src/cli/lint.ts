import type { Command } from "commander";
import type { Diagnostic, SourceFile } from "../policy/source/diagnostic.ts";
import { diagnosticBlocks, severityCount } from "../report/diagnostics-report.ts";
import { type Block, paragraph } from "../report/document/block.ts";
import { documentMarkdown } from "../report/document/document-markdown.ts";
import { documentText } from "../report/document/document-text.ts";
import type { Paint } from "../report/document/paint.ts";
import { jsonDocument } from "../report/json/json-text.ts";
import { lintJson } from "../report/json/lint-json.ts";
import { type Format, formatOption, type Invocation, newCommand } from "./command.ts";
import { type ExitStatus, worst } from "./exit-status.ts";
import { checkStandardInput } from "./files/file-argument.ts";
import { type ReadManifest, readManifest } from "./files/read-manifest.ts";
import { manifestStatus } from "./manifest-remarks.ts";
import type { Io } from "./output/output.ts";

/**
 * `countersign lint MANIFEST...`: what is wrong with a manifest, at its line. Ends with 1 when there is an error, 2 when the
 * platform could not read it; of several manifests the worst counts.
 */
export function lintCommand({ io, conclude }: Invocation): Command {
  return newCommand("lint", "say what is wrong with a manifest, at its line", [
    "lint kortix.yaml",
    "lint HEAD:kortix.yaml --format markdown",
    "lint apps/*/kortix.yaml --format json",
  ])
    .argument("<manifest...>", "paths, REV:PATH in git, or - for standard input")
    .addOption(formatOption())
    .action(async (manifests: string[], { format }: { format: Format }) => {
      conclude(await lint(manifests, format, io));
    });
}

async function lint(manifests: readonly string[], format: Format, io: Io): Promise<ExitStatus> {
  checkStandardInput(manifests);
  const read: ReadManifest[] = [];
  for (const manifest of manifests) read.push(await readManifest(manifest, io));
  const diagnostics = read.flatMap((manifest) => manifest.diagnostics);
  const files = read.flatMap((manifest) => manifest.files);
  await io.stdout.write(reports[format](diagnostics, files, io.stdout.paint));
  return worst(read.map(manifestStatus));
}

type Report = (
  diagnostics: readonly Diagnostic[],
  files: readonly SourceFile[],
  paint: Paint,
) => string;

const reports: Readonly<Record<Format, Report>> = {
  text: (diagnostics, files, paint) => documentText(lintBlocks(diagnostics, files), paint),
  markdown: (diagnostics, files) => documentMarkdown(lintBlocks(diagnostics, files)),
  json: (diagnostics) => jsonDocument(lintJson(diagnostics)),
};

function lintBlocks(
  diagnostics: readonly Diagnostic[],
  files: readonly SourceFile[],
): readonly Block[] {
  return [...diagnosticBlocks(diagnostics, files), paragraph(severityCount(diagnostics))];
}
