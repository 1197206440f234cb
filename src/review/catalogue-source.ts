import type { Catalogue } from "../analysis/catalogue/catalogue.ts";
import { readCatalogue } from "../analysis/catalogue/read-catalogue.ts";
import type { Diagnostic, SourceFile } from "../policy/source/diagnostic.ts";
import type { FileFault } from "./project-files.ts";

/** The file of the catalogue that a configuration names, or why it cannot be read. */
export type CatalogueSource = SourceFile | FileFault;

/** The actions of a catalogue, or why it cannot be read and what to do. */
export type CatalogueRead =
  | { readonly actions: Catalogue }
  | { readonly because: string; readonly help: string };

/** Reads a catalogue from its file. */
export function catalogueFrom(file: CatalogueSource): CatalogueRead {
  if ("because" in file) {
    return { because: `the file ${file.because}`, help: "name a file that is there as `catalog`" };
  }
  const { value, diagnostics } = readCatalogue(file);
  if (value !== undefined) return { actions: value };
  // A text that does not read has an error, with its place and what to do.
  const { message, help, span } = diagnostics.find(isError) as Required<Diagnostic>;
  return { because: `line ${span.start.line}: ${message}`, help };
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** The actions of a catalogue; none where there is no catalogue, or it does not read, which is a finding of its own. */
export function actionsFrom(file: CatalogueSource | undefined): Catalogue {
  const read = file === undefined ? undefined : catalogueFrom(file);
  return read === undefined || "because" in read ? new Map() : read.actions;
}
