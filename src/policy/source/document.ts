import { parseDocument, type YAMLError, type Document as YamlDocument } from "yaml";
import { aliasTargets } from "./alias-targets.ts";
import type { Diagnostic, Parsed, SourceFile } from "./diagnostic.ts";
import { documentDiagnostics } from "./document-diagnostics.ts";
import { expandedSize } from "./expanded-size.ts";
import { nodeRange, nodeSpans } from "./node-spans.ts";
import type { Span } from "./span.ts";
import { type TextPositions, textPositions } from "./text-positions.ts";
import { quoted } from "./visible-text.ts";
import { conversionFault, type YamlFault, yamlFault } from "./yaml-fault.ts";
import { yamlLimitFault, yamlLimits } from "./yaml-limits.ts";

/** One YAML file that reads. */
export interface Document {
  /** The file's path, as its spans name it. */
  readonly file: string;
  /** Exactly what the YAML package's `parse` gives for the text without options. Holds no cycle. */
  readonly value: unknown;
  /** Where the value at `path` stands; for what is not there, its nearest ancestor. */
  readonly spanAt: (path: readonly (string | number)[]) => Span;
  /** The same for the key that leads to the value. */
  readonly keySpanAt: (path: readonly (string | number)[]) => Span;
}

/**
 * Reads a file as the platform does: the YAML package's `parse` without options, so YAML 1.2 core unless a `%YAML 1.1`
 * directive says otherwise, duplicate keys and several documents are errors, a byte order mark and CRLF are fine. No
 * value and one error where `parse` throws; also for a text whose parsing could exhaust this process (1 MiB, 100
 * levels, 200,000 tokens or values, an alias inside what it names).
 */
export function readDocument(file: SourceFile): Parsed<Document> {
  const positions = textPositions(file.path, file.text);
  const costly = yamlLimitFault(file.text);
  if (costly !== undefined) {
    return unreadable(
      "too-costly",
      { ...costly, help: smaller },
      positions.span(costly.offset, costly.offset),
    );
  }

  const yaml = parseDocument(file.text, { prettyErrors: false, logLevel: "error" });
  const [error] = yaml.errors;
  if (error !== undefined)
    return unreadable("not-yaml", yamlFault(error), positions.span(...error.pos));

  const targets = aliasTargets(yaml);
  if (targets.fault !== undefined) {
    const { alias, because } = targets.fault;
    const [start, end] = nodeRange(alias);
    const what = `${quoted(`*${alias.source}`)} is read as an alias, and ${because}`;
    return unreadable(
      "not-yaml",
      { because: what, help: "put a pattern that starts with `*` in quotes" },
      positions.span(start, end),
    );
  }

  const converted = convert(yaml);
  if ("because" in converted) return unreadable("not-yaml", converted, positions.span(0, 0));
  if (expandedSize(converted.value) > yamlLimits.values) {
    const because = `it holds more than ${yamlLimits.values} values when its aliases are followed`;
    return unreadable("too-costly", { because, help: smaller }, positions.span(0, 0));
  }
  const spans = nodeSpans(yaml, targets.of, positions, file.text);
  return {
    value: { file: file.path, value: converted.value, ...spans },
    diagnostics: yaml.warnings.map((warning) => warningDiagnostic(warning, positions)),
  };
}

const smaller = "make the file smaller, or split it";

function convert(yaml: YamlDocument): { value: unknown } | YamlFault {
  try {
    return { value: yaml.toJS() };
  } catch (thrown) {
    return conversionFault(thrown);
  }
}

function unreadable(id: "not-yaml" | "too-costly", fault: YamlFault, span: Span): Parsed<Document> {
  const { severity } = documentDiagnostics[id];
  const message = `the file cannot be read: ${fault.because}`;
  return {
    value: undefined,
    diagnostics: [{ id, severity, message, help: fault.help, path: [], span }],
  };
}

function warningDiagnostic(warning: YAMLError, positions: TextPositions): Diagnostic {
  const { because, help } = yamlFault(warning);
  return {
    id: "yaml-warning",
    severity: documentDiagnostics["yaml-warning"].severity,
    message: because,
    help,
    path: [],
    span: positions.span(...warning.pos),
  };
}
