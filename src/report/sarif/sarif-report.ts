import { createHash } from "node:crypto";
import { visible } from "../../policy/source/visible-text.ts";
import { callJson } from "../json/finding-json.ts";
import type { LocatedRemark } from "./located-remark.ts";
import { remarkKinds } from "./remark-kinds.ts";
import type {
  SarifLevel,
  SarifLocation,
  SarifLog,
  SarifRegion,
  SarifResult,
  SarifRule,
} from "./sarif-log.ts";
import { plainText, sarifMessage } from "./sarif-message.ts";

/** What a command found that a reader of SARIF must know. */
export interface SarifReport {
  readonly command: "check" | "diff" | "lint" | "review";
  readonly remarks: readonly LocatedRemark[];
  /** What is true of the run as a whole, and is no result. */
  readonly notes: readonly RunNote[];
}

/** A sentence about a run. */
export interface RunNote {
  readonly level: "note" | "warning";
  readonly text: string;
}

/** Who reports, and where files are. */
export interface SarifContext {
  readonly version: string;
  /** A file's URI: a path from the top of the repository, or a whole one for a file outside of it. */
  readonly uriOf: (file: string) => string;
}

const levels: Readonly<Record<"error" | "warning" | "info", SarifLevel>> = {
  error: "error",
  warning: "warning",
  info: "note",
};

/** The name under which SARIF knows the top of a repository. */
const root = "%SRCROOT%";

/** A report as a log of SARIF 2.1.0 with one run. Rules are those that a result has. */
export function sarifLog(
  { command, remarks, notes }: SarifReport,
  context: SarifContext,
): SarifLog {
  const ids = [...new Set(remarks.map(({ remark }) => remark.id))];
  const fingerprint = fingerprints(context);
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Countersign",
            semanticVersion: context.version,
            rules: ids.map(sarifRule),
          },
        },
        automationDetails: { id: `countersign/${command}/` },
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { [root]: { description: { text: "the top of the repository" } } },
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: notes.map(({ level, text }) => ({
              level,
              message: plainText(text),
            })),
          },
        ],
        results: remarks.map((one) => result(one, ids, fingerprint(one), context)),
      },
    ],
  };
}

/** The files that a report names. */
export function filesOf({ remarks }: SarifReport): readonly string[] {
  const files = remarks.flatMap(({ file, remark: { related = [] } }) => [
    file,
    ...related.flatMap((rule) => rule.file ?? []),
  ]);
  return [...new Set(files)];
}

function sarifRule(id: string): SarifRule {
  const { meaning, page, severity } = remarkKinds.get(id) ?? unknownKind(id);
  return {
    id,
    shortDescription: { text: meaning },
    fullDescription: { text: meaning },
    help: { text: `${meaning}; Countersign's documentation has it in ${page}` },
    defaultConfiguration: { level: levels[severity] },
  };
}

function unknownKind(id: string): never {
  throw new Error(`no kind of remark is called ${id}`);
}

function result(
  { remark, file, region, standing, ignoredBecause }: LocatedRemark,
  ids: readonly string[],
  fingerprint: string,
  { uriOf }: SarifContext,
): SarifResult {
  const { id, severity, witness, contrast, related = [] } = remark;
  const beside = related.flatMap(({ file: other, line, match }) =>
    other === undefined || line === undefined
      ? []
      : [
          {
            ...location(uriOf(other), { startLine: line }),
            message: plainText(`rule \`${match}\``),
          },
        ],
  );
  const properties = {
    ...(witness === undefined ? {} : { witness: callJson(witness) }),
    ...(contrast === undefined ? {} : { contrast: callJson(contrast) }),
  };
  return {
    ruleId: id,
    ruleIndex: ids.indexOf(id),
    level: levels[severity],
    message: sarifMessage(remark),
    locations: [location(uriOf(file), region)],
    ...(beside.length === 0 ? {} : { relatedLocations: beside }),
    partialFingerprints: { "countersignRemark/v1": fingerprint },
    ...(standing === undefined ? {} : { baselineState: standing ? "unchanged" : "new" }),
    suppressions:
      ignoredBecause === undefined
        ? []
        : [{ kind: "external", status: "accepted", justification: visible(ignoredBecause, 1000) }],
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
  };
}

function location(uri: string, region: SarifRegion): SarifLocation {
  const artifactLocation = uri.startsWith("file:") ? { uri } : { uri, uriBaseId: root };
  return { physicalLocation: { artifactLocation, region } };
}

/** Made of what is said and in which file, not of lines; the second of two that say the same is the second again next time. */
function fingerprints({ uriOf }: SarifContext): (remark: LocatedRemark) => string {
  const seen = new Map<string, number>();
  return ({ file, identity }) => {
    const key = JSON.stringify([uriOf(file), identity]);
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    return createHash("sha256")
      .update(JSON.stringify([key, count]))
      .digest("hex");
  };
}
