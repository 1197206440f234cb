import type { Diagnostic, Parsed, SourceFile } from "../policy/source/diagnostic.ts";
import { type Document, readDocument } from "../policy/source/document.ts";
import type { Span } from "../policy/source/span.ts";
import { quoted } from "../policy/source/visible-text.ts";
import { configFault, type ReportFault } from "./config-fault.ts";
import { configIssues } from "./config-issue.ts";
import { corpusPlaces, staysInFolder } from "./corpus-places.ts";
import { defaultSettings } from "./default-settings.ts";
import { checkClosingId } from "./finding-ids.ts";
import { fallbackKey, type GateConfig } from "./gate-config.ts";
import { type GateConfigText, gateConfigSchema } from "./gate-config-schema.ts";
import { readBreakGlass } from "./read-break-glass.ts";
import { readDuration } from "./read-duration.ts";
import { readInvariant } from "./read-invariant.ts";
import { readOwners } from "./read-owners.ts";
import { readReport } from "./read-report.ts";
import { readSuppressions } from "./read-suppressions.ts";

/**
 * Reads `.github/countersign.yml`. Strict: an unknown key or a wrong value is an error with its place, because a
 * setting that is read differently from what was meant opens or closes a gate in silence. No value when there is any
 * error.
 */
export function readGateConfig(file: SourceFile): Parsed<GateConfig> {
  const { value: document, diagnostics } = readDocument(file);
  if (document === undefined) return { value: undefined, diagnostics };
  const parsed = gateConfigSchema.safeParse(document.value);
  if (!parsed.success) {
    const issues = parsed.error.issues.flatMap((issue) => configIssues(issue, document));
    return { value: undefined, diagnostics: [...diagnostics, ...issues].sort(byPlace) };
  }
  const faults: Diagnostic[] = [];
  const value = interpret(parsed.data, document, (path, words) => {
    faults.push(configFault(document, path, words));
  });
  return {
    value: faults.length > 0 ? undefined : value,
    diagnostics: [...diagnostics, ...faults, ...remarks(value, document)].sort(byPlace),
  };
}

function byPlace(one: Diagnostic, other: Diagnostic): number {
  return offsetOf(one) - offsetOf(other);
}

/** What is said of a text has its place in it. */
function offsetOf({ span }: Diagnostic): number {
  return (span as Span).start.offset;
}

/** What can be read and is probably not what was meant. */
function remarks({ owners }: GateConfig, document: Document): readonly Diagnostic[] {
  if (owners.has(fallbackKey)) return [];
  const words = {
    message: "`owners` has no `*`, so nobody can approve for a connector without an entry",
    help: 'write `"*": ["@organization/team"]`',
    at: "key",
  } as const;
  return [{ ...configFault(document, ["owners"], words), severity: "warning" }];
}

function interpret(text: GateConfigText, document: Document, report: ReportFault): GateConfig {
  const { approvals, catalog } = text;
  const manifest = listOf(text.manifest) ?? defaultSettings.manifest;
  const corpus = listOf(text.corpus) ?? defaultSettings.corpus;
  checkEndings("manifest", manifest, manifestFiles, report);
  checkEndings("corpus", corpus, callFiles, report);
  const log = listOf(text.report?.log) ?? [];
  checkEndings("log", log, logFiles, report);
  checkMounted("corpus", corpus, report);
  checkMounted("log", log, report);
  checkEndings("catalog", listOf(catalog) ?? [], dataFiles, report);
  const closingFindings = text.findings?.close ?? defaultSettings.closingFindings;
  for (const [index, id] of closingFindings.entries()) {
    checkClosingId(id, ["findings", "close", index], report);
  }
  return {
    owners: readOwners(everyOwner(text, document), report),
    manifest,
    branches: text.branches ?? defaultSettings.branches,
    corpus,
    approvals: {
      ttl:
        approvals?.ttl === undefined
          ? defaultSettings.approvals.ttl
          : readDuration(approvals.ttl, ["approvals", "ttl"], report),
      required: approvals?.required ?? defaultSettings.approvals.required,
      widestTeam: approvals?.widest_team ?? defaultSettings.approvals.widestTeam,
    },
    catalog,
    invariants: (text.invariants ?? []).map((invariant, index) =>
      readInvariant(invariant, ["invariants", index], document, report),
    ),
    redact: text.redact ?? defaultSettings.redact,
    closingFindings,
    suppressions: readSuppressions(text.findings?.ignore ?? [], document, report),
    report: text.report && readReport(text.report, report),
    breakGlass: text.break_glass && readBreakGlass(text.break_glass, report),
  };
}

/**
 * The owners by every key that the file writes. The schema's library leaves a key out that is called `__proto__`, and
 * nothing is dropped in silence here.
 */
function everyOwner(
  text: GateConfigText,
  { value }: Document,
): ReadonlyMap<string, readonly string[]> {
  const checked = new Map(Object.entries(text.owners));
  const written = Object.keys((value as GateConfigText).owners);
  return new Map(written.map((connector) => [connector, checked.get(connector) ?? []]));
}

function listOf(text: string | readonly string[] | undefined): readonly string[] | undefined {
  return typeof text === "string" ? [text] : text;
}

/** What files may end in: a pull request that touches no file with such an ending touches no policy. */
interface FileEndings {
  readonly allowed: RegExp;
  readonly help: string;
}

const manifestFiles: FileEndings = {
  allowed: /\.ya?ml$/i,
  help: "write a path that ends in `.yaml` or `.yml`",
};
const dataFiles: FileEndings = {
  allowed: /\.(jsonl?|ya?ml)$/i,
  help: "write a path that ends in `.jsonl`, `.json`, `.yaml` or `.yml`",
};
const callFiles: FileEndings = {
  allowed: /\.(jsonl?|ya?ml)(\.(gz|zst))?$/i,
  help: "write a path that ends in `.jsonl`, `.json`, `.yaml` or `.yml`, or in one of these and `.gz` or `.zst`",
};

const logFiles: FileEndings = {
  allowed: /\.(jsonl?|csv)(\.(gz|zst))?$/i,
  help: "write a path that ends in `.jsonl`, `.json` or `.csv`, or in one of these and `.gz` or `.zst`",
};

type GlobKey = "manifest" | "corpus" | "log" | "catalog";

/** Where the globs of a key stand in the file. */
const placeOf: Readonly<Record<GlobKey, readonly string[]>> = {
  manifest: ["manifest"],
  corpus: ["corpus"],
  log: ["report", "log"],
  catalog: ["catalog"],
};

function checkMounted(key: GlobKey, globs: readonly string[], report: ReportFault): void {
  for (const [index, glob] of globs.entries()) {
    if (corpusPlaces([glob]).mounted.every(staysInFolder)) continue;
    const message = `${quoted(glob)} leaves the folder that is mounted for the repository`;
    const help = "write a path below it, without `..`";
    report([...placeOf[key], index], { message, help });
  }
}

function checkEndings(
  key: GlobKey,
  globs: readonly string[],
  { allowed, help }: FileEndings,
  report: ReportFault,
): void {
  for (const [index, glob] of globs.entries()) {
    if (allowed.test(glob)) continue;
    report([...placeOf[key], index], {
      message: `${quoted(glob)} has an ending that is not read`,
      help,
    });
  }
}
