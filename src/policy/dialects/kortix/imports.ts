import type { Diagnostic, SourceFile } from "../../source/diagnostic.ts";
import { readDocument } from "../../source/document.ts";
import { quoted } from "../../source/visible-text.ts";
import { describedType } from "./described-type.ts";
import { type Fault, fault, isFault } from "./fault.ts";
import { importedFiles, importPathFault } from "./import-path.ts";
import { entries, field, isMap, type Place } from "./place.ts";

const mostLevels = 8;
const mostFiles = 200;
const rootOnly = [
  "default_agent",
  "env",
  "kortix_version",
  "opencode",
  "policies",
  "policy",
  "project",
  "runtime",
  "sandbox",
];

/** What the imports of a manifest may refer to, and what has been read of it so far. */
interface Reading {
  readonly candidates: readonly SourceFile[];
  readonly files: Map<string, Place>;
  readonly diagnostics: Diagnostic[];
}

/** The imported files of a manifest by path, in the order in which they merge. */
export interface Imports {
  readonly files: ReadonlyMap<string, Place>;
  /** What reading the files reports. */
  readonly diagnostics: readonly Diagnostic[];
  /** Why the imports, and with them the whole manifest, cannot be read. */
  readonly fault: Fault | undefined;
}

/**
 * Follows a root manifest's `imports` through the `candidates`, the root among them. Kortix semantics: a file comes before what it
 * imports, in the order of its list; a file reached twice merges once; a cycle, more than 8 levels or 200 files, a path
 * without a YAML file, an unreadable file, or a key that only the root may have refuses everything.
 */
export function readImports(root: Place, candidates: readonly SourceFile[]): Imports {
  const reading: Reading = { candidates, files: new Map(), diagnostics: [] };
  const malformed = follow(root, [root.document?.file ?? ""], reading);
  return { files: reading.files, diagnostics: reading.diagnostics, fault: malformed };
}

/** Reads what `file` imports; `ancestors` are the paths from the root to it. */
function follow(file: Place, ancestors: readonly string[], reading: Reading): Fault | undefined {
  const place = field(file, "imports");
  if (place.value === undefined) return undefined;
  if (!Array.isArray(place.value)) {
    return fault(
      place,
      `\`imports\` is ${describedType(place.value)}, not a list`,
      "write a list of paths, or remove the key",
    );
  }
  for (const entry of entries(place, place.value)) {
    const named = filesOf(entry, reading);
    if (isFault(named)) return named;
    for (const file of named) {
      const malformed = enter(entry, file, ancestors, reading);
      if (malformed !== undefined) return malformed;
    }
  }
  return undefined;
}

function filesOf(entry: Place, { candidates }: Reading): readonly SourceFile[] | Fault {
  if (typeof entry.value !== "string")
    return fault(
      entry,
      `an import is ${describedType(entry.value)}, not a path`,
      "put it in quotes",
    );
  const malformed = importPathFault(entry.value);
  if (malformed !== undefined)
    return fault(
      entry,
      `${quoted(entry.value)} is no import: ${malformed}`,
      "write a path from the root of the repository",
    );
  const files = importedFiles(entry.value, candidates);
  return files.length > 0
    ? files
    : fault(
        entry,
        `${quoted(entry.value)} names no YAML file`,
        "name a `.yaml` file or a directory with some",
      );
}

/** Reads one imported file, unless it was read before, and what it imports itself. */
function enter(
  entry: Place,
  file: SourceFile,
  ancestors: readonly string[],
  reading: Reading,
): Fault | undefined {
  const { path } = file;
  if (ancestors.includes(path))
    return fault(entry, `${quoted(path)} imports itself`, "break the cycle");
  if (reading.files.has(path)) return undefined;
  if (ancestors.length > mostLevels)
    return fault(
      entry,
      `imports go deeper than ${mostLevels} levels`,
      "import the file from the root",
    );
  if (reading.files.size >= mostFiles)
    return fault(entry, `imports reach more than ${mostFiles} files`, "join some of them");
  const imported = readImported(entry, file, reading);
  if (isFault(imported)) return imported;
  reading.files.set(path, imported);
  return follow(imported, [...ancestors, path], reading);
}

function readImported(entry: Place, source: SourceFile, reading: Reading): Place | Fault {
  const { path } = source;
  const { value: document, diagnostics } = readDocument(source);
  reading.diagnostics.push(...diagnostics);
  if (document === undefined)
    return fault(entry, `${quoted(path)} cannot be read`, "mend that file");
  const file: Place = { value: document.value ?? {}, path: [], document };
  if (!isMap(file.value))
    return fault(
      file,
      `${quoted(path)} is ${describedType(file.value)}, not a map`,
      "write keys such as `connectors:`",
    );
  const { value } = file;
  const misplaced = rootOnly.find((key) => Object.hasOwn(value, key));
  if (misplaced === undefined) return file;
  return fault(
    field(file, misplaced),
    `\`${misplaced}\` stands in an imported file`,
    "move it to the root manifest",
  );
}
