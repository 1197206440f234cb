import type { Command } from "commander";
import type { Finding } from "../analysis/findings/finding.ts";
import { lintUnfinished } from "../analysis/findings/incomplete-kinds.ts";
import { lint as findingsOf } from "../analysis/findings/lint.ts";
import type { Diagnostic, SourceFile } from "../policy/source/diagnostic.ts";
import { diagnosticBlocks, severityCount } from "../report/diagnostics-report.ts";
import { type Block, paragraph } from "../report/document/block.ts";
import { phrase } from "../report/document/phrase.ts";
import { lintJson } from "../report/json/lint-json.ts";
import { type IgnoredRemark, type LintedManifest, lintSarif } from "../report/sarif/lint-sarif.ts";
import { writtenReport } from "../report/written-report.ts";
import { defaultSettings } from "../review/default-settings.ts";
import type { Suppressible } from "../review/suppression.ts";
import { suppressionFindings, suppressionsAt } from "../review/suppressions.ts";
import { repositoryUri } from "./checkout/repository-uri.ts";
import { type Format, type Invocation, newCommand, resultFormatOption } from "./command.ts";
import { type ExitStatus, exitStatus, worst } from "./exit-status.ts";
import { checkStandardInput } from "./files/file-argument.ts";
import { readCatalogueFile } from "./files/read-catalogue-file.ts";
import { type ReadManifest, readManifest } from "./files/read-manifest.ts";
import { configBeside, namedConfig, type SuppressingConfig } from "./files/suppressing-config.ts";
import { manifestStatus } from "./manifest-remarks.ts";
import type { Io } from "./output/output.ts";
import { writtenSarif } from "./output/written-sarif.ts";

interface Options {
  readonly config?: string;
  readonly catalogue?: string;
  readonly all?: true;
  readonly format: Format;
}

/**
 * `countersign lint MANIFEST...`: what is wrong with a manifest, at its line: what the platform drops, and what the rules
 * that are left do that nobody can have meant. Ends with 1 when there is an error, 2 when the platform could not read it, 4
 * when the rules could not all be looked at; of several manifests the worst counts. What `findings.ignore` of the
 * configuration silences is counted and not shown.
 */
export function lintCommand({ io, conclude }: Invocation): Command {
  return newCommand("lint", "say what is wrong with a manifest and its rules, at its line", [
    "lint kortix.yaml",
    "lint HEAD:kortix.yaml --format markdown",
    "lint apps/*/kortix.yaml --catalogue policy/actions.json --format json",
  ])
    .argument("<manifest...>", "paths, REV:PATH in git, or - for standard input")
    .option("--catalogue <file>", "the actions that exist, with their risk: JSON or YAML")
    .option(
      "--config <file>",
      "whose `findings.ignore` holds (default: .github/countersign.yml beside the manifest)",
    )
    .option("--all", "also what is true of many sound policies: order that matters, wildcards")
    .addOption(resultFormatOption())
    .action(async (manifests: string[], options: Options) => {
      conclude(await lint(manifests, options, io));
    });
}

async function lint(
  manifests: readonly string[],
  { catalogue, config, all = false, format }: LintedAs,
  io: Io,
): Promise<ExitStatus> {
  checkStandardInput([...manifests, ...[catalogue, config].filter((file) => file !== undefined)]);
  const actions = await readCatalogueFile(catalogue, io);
  const named = config === undefined ? undefined : await namedConfig(config, io);
  const now = Date.now();
  const linted: Linted[] = [];
  for (const manifest of manifests) {
    const read = await readManifest(manifest, io);
    const findings = read.policy === undefined ? [] : findingsOf(read.policy, actions, { all });
    const suppressing = named ?? (await configBeside(read, io));
    linted.push(silenced({ read, findings }, { suppressing, now, manifests: manifests.length }));
  }
  const report = {
    title: "countersign lint",
    blocks: () => lintBlocks(linted),
    json: () => lintJson(diagnosticsOf(linted), foundIn(linted), ignoredIn(linted)),
  };
  await io.stdout.write(
    format === "sarif"
      ? await writtenSarif(lintSarif(linted.map(manifestOf)), (file) => repositoryUri(file, io.cwd))
      : writtenReport(report, format, io.stdout.paint),
  );
  return worst(linted.flatMap(({ read, findings }) => [manifestStatus(read), statusOf(findings)]));
}

interface LintedAs extends Omit<Options, "all"> {
  readonly all?: boolean;
}

/** One manifest, and what there is to say about its rules. */
interface Linted {
  readonly read: ReadManifest;
  readonly findings: readonly Finding[];
  /** What the configuration silences. */
  readonly ignored: readonly IgnoredRemark[];
}

interface Silence {
  readonly suppressing: SuppressingConfig | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** How many manifests are looked at. */
  readonly manifests: number;
}

/** What is left to say when the configuration has said what to ignore, and what is wrong with that. */
function silenced(
  { read, findings }: Omit<Linted, "ignored">,
  { suppressing, now, manifests }: Silence,
): Linted {
  if (suppressing === undefined) return { read, findings, ignored: [] };
  const { config, file } = suppressing;
  const { policy } = read;
  const remarks = [...findings, ...read.diagnostics];
  const suppressions = suppressionsAt([config.suppressions], now);
  const isOpen = (remark: Suppressible): boolean => suppressions.of(remark, policy) === undefined;
  // Where there are several manifests, a suppression may mean another one than this.
  const isAlone = manifests === 1 && config.manifest.join() === defaultSettings.manifest.join();
  const wrong = isAlone ? suppressionFindings(config.suppressions, [{ policy, remarks }], now) : [];
  return {
    read: { ...read, diagnostics: read.diagnostics.filter(isOpen), files: [...read.files, file] },
    findings: [...findings.filter(isOpen), ...wrong],
    ignored: remarks.flatMap((remark) => {
      const by = suppressions.of(remark, policy);
      return by === undefined ? [] : [{ remark, by }];
    }),
  };
}

function statusOf(findings: readonly Finding[]): ExitStatus {
  return worst([
    findings.some(({ severity }) => severity === "error")
      ? exitStatus.something
      : exitStatus.nothing,
    findings.some(({ id }) => id === lintUnfinished.id) ? exitStatus.unproved : exitStatus.nothing,
  ]);
}

function manifestOf({
  read: { name, policy, diagnostics },
  findings,
  ignored,
}: Linted): LintedManifest {
  return { name, policy, remarks: [...diagnostics, ...findings], ignored };
}

function lintBlocks(linted: readonly Linted[]): readonly Block[] {
  const remarks = linted.flatMap(({ read, findings }) => [...read.diagnostics, ...findings]);
  const files: readonly SourceFile[] = linted.flatMap(({ read }) => read.files);
  const ignored = ignoredIn(linted);
  const more = ignored === 0 ? [] : phrase`, ${ignored} ignored`;
  return [...diagnosticBlocks(remarks, files), paragraph([...severityCount(remarks), ...more])];
}

function ignoredIn(linted: readonly Linted[]): number {
  return linted.reduce((sum, { ignored }) => sum + ignored.length, 0);
}

function diagnosticsOf(linted: readonly Linted[]): readonly Diagnostic[] {
  return linted.flatMap(({ read }) => read.diagnostics);
}

function foundIn(linted: readonly Linted[]): readonly Finding[] {
  return linted.flatMap(({ findings }) => findings);
}
