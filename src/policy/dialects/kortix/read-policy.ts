import type { Policy } from "../../policy.ts";
import type { Diagnostic, Parsed, SourceFile } from "../../source/diagnostic.ts";
import { readDocument } from "../../source/document.ts";
import { readGrants } from "./agents.ts";
import { readApprovalTtl } from "./approval-ttl.ts";
import { readConnectors } from "./connectors.ts";
import { readDefaultMode } from "./default-mode.ts";
import { describedType } from "./described-type.ts";
import { inFileOrder } from "./diagnostic-order.ts";
import { readImports } from "./imports.ts";
import { rootKeys } from "./known-keys.ts";
import { readVersion } from "./manifest-version.ts";
import { mergeFault } from "./merged-collections.ts";
import { field, isMap, type Place } from "./place.ts";
import { readProjectRules } from "./project-rules.ts";
import { reportTo } from "./report.ts";
import { findRoot } from "./root-manifest.ts";
import { reportUnreadKeys } from "./unread-keys.ts";

/** How to read a set of files. */
export interface ReadOptions {
  /** Path of the root manifest; otherwise `kortix.yaml`, then `kortix.yml`. */
  readonly root?: string;
}

/**
 * Reads a Kortix project's policy from its manifest as the platform's runtime does, down to what it drops. A string is the
 * text of `kortix.yaml`; of several files one is the root, the others are what its `imports` may name. Everything that
 * the platform drops, and everything suspicious, is a diagnostic (`kortixDiagnostics`). No value when the platform would
 * refuse the whole file: it then goes on with the last rules that it could read.
 */
export function readPolicy(
  files: readonly SourceFile[] | string,
  options: ReadOptions = {},
): Parsed<Policy> {
  const all = typeof files === "string" ? [{ path: "kortix.yaml", text: files }] : files;
  const diagnostics: Diagnostic[] = [];
  const manifest = findRoot(all, options.root, reportTo(diagnostics));
  if (manifest === undefined) return { value: undefined, diagnostics };
  const { value: document, diagnostics: syntax } = readDocument(manifest);
  diagnostics.push(...syntax.map(keepingLastRules));
  if (document === undefined) return { value: undefined, diagnostics };
  const root: Place = { value: document.value, path: [], document };
  const value = readManifest(root, all, diagnostics);
  return { value, diagnostics: inFileOrder(diagnostics, manifest.path) };
}

/** The same for a manifest that is already a value, as a YAML parser gives it. It can import nothing. */
export function policyFromObject(manifest: unknown): Parsed<Policy> {
  const diagnostics: Diagnostic[] = [];
  const root: Place = { value: manifest, path: [], document: undefined };
  const value = readManifest(root, [], diagnostics);
  return { value, diagnostics };
}

function readManifest(
  written: Place,
  candidates: readonly SourceFile[],
  diagnostics: Diagnostic[],
): Policy | undefined {
  const report = reportTo(diagnostics);
  if (!isMap(written.value)) {
    const message = `the manifest is ${describedType(written.value)}, not a map, so the platform takes it as empty: without rules and connectors`;
    report("manifest-not-map", written, {
      message,
      help: "write keys such as `connectors:` and `policies:`",
    });
  }
  const root = isMap(written.value) ? written : { ...written, value: {} };
  reportUnreadKeys(root, rootKeys, report);
  const version = readVersion(root, report);
  const imports = readImports(root, candidates);
  diagnostics.push(...imports.diagnostics.map(keepingLastRules));
  const files = [root, ...imports.files.values()];
  const merges = field(root, "imports").value === undefined ? undefined : mergeFault(files);
  const fault = imports.fault ?? merges;
  if (fault !== undefined) {
    const message = `the manifest cannot be read: ${fault.because}; ${keepsLast}`;
    report("import-failed", fault.place, { message, help: fault.help });
  }
  if (version === undefined || fault !== undefined) return undefined;

  const { bySlug, named } = readConnectors(files, report);
  return {
    combining: "first-applicable",
    rules: readProjectRules(root, report),
    connectors: bySlug,
    namedSlugs: named,
    defaultMode: readDefaultMode(root, report),
    grants: readGrants(root, files, version, report),
    approvalTtl: readApprovalTtl(root, report),
    imports: [...imports.files.keys()],
  };
}

const keepsLast = "the platform keeps the last rules that it could read";

/** What the platform does about a file that it cannot read. */
function keepingLastRules(diagnostic: Diagnostic): Diagnostic {
  if (diagnostic.severity !== "error") return diagnostic;
  return { ...diagnostic, message: `${diagnostic.message}; ${keepsLast}` };
}
