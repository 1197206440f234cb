import type { Risk } from "../../policy/call.ts";
import { nearWord } from "../../policy/dialects/kortix/near-word.ts";
import type { Diagnostic, Parsed, SourceFile } from "../../policy/source/diagnostic.ts";
import { type Document, readDocument } from "../../policy/source/document.ts";
import { quoted } from "../../policy/source/visible-text.ts";
import type { Actions, Catalogue } from "./catalogue.ts";

const risks: readonly Risk[] = ["read", "write", "destructive"];
const slug = /^[a-z0-9][a-z0-9_-]{0,127}$/;

type Path = readonly string[];
type Report = (path: Path, message: string, help: string) => void;

/**
 * Reads a catalogue of actions, JSON or YAML: `{ "stripe": { "create_refund": "write" } }`. A risk is `read`, `write`,
 * `destructive`, or null where it is not known. Strict: no value when anything is wrong, because what a catalogue leaves out
 * counts as not existing.
 */
export function readCatalogue(file: SourceFile): Parsed<Catalogue> {
  const { value: document, diagnostics: syntax } = readDocument(file);
  if (document === undefined) return { value: undefined, diagnostics: syntax };
  const faults: Diagnostic[] = [];
  const value = connectors(document.value, (path, message, help) => {
    faults.push(catalogueFault(document, path, message, help));
  });
  return { value: faults.length > 0 ? undefined : value, diagnostics: [...syntax, ...faults] };
}

function catalogueFault(document: Document, path: Path, message: string, help: string): Diagnostic {
  const span = document.spanAt(path);
  return { id: "catalogue", severity: "error", message, help, path, span };
}

function connectors(value: unknown, report: Report): Catalogue {
  if (!isMap(value)) {
    report([], "the catalogue is not a map", 'write `{ "connector": { "action": "risk" } }`');
    return new Map();
  }
  return new Map(
    Object.entries(value).map(([name, actions]) => {
      if (!slug.test(name)) {
        report([name], `${quoted(name)} is no connector's slug`, "write the slug in lower case");
      }
      return [name, actionsOf(name, actions, report)];
    }),
  );
}

function actionsOf(connector: string, value: unknown, report: Report): Actions {
  if (!isMap(value)) {
    const message = `the actions of ${quoted(connector)} are not a map`;
    report([connector], message, 'write `{ "action": "risk" }`');
    return new Map();
  }
  return new Map(
    Object.entries(value).map(([action, risk]) => [
      action,
      riskOf([connector, action], risk, report),
    ]),
  );
}

function riskOf(path: Path, value: unknown, report: Report): Risk | undefined {
  if (value === null) return undefined;
  const risk = risks.find((one) => one === value);
  if (risk === undefined) {
    const near = typeof value === "string" ? nearWord(value, risks) : undefined;
    const help =
      near === undefined
        ? "write `read`, `write`, `destructive`, or null where it is not known"
        : `did you mean \`${near}\`?`;
    report(path, `${quoted(JSON.stringify(value))} is no risk`, help);
  }
  return risk;
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
