import type { Actions, Catalogue } from "../analysis/catalogue/catalogue.ts";
import { readCatalogue } from "../analysis/catalogue/read-catalogue.ts";
import type { Diagnostic, SourceFile } from "../policy/source/diagnostic.ts";
import { type ConnectorSpec, describedCatalogue } from "./connector-spec.ts";
import type { FileFault } from "./manifest-files.ts";

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

/** The actions that exist: the catalogue's, and those that descriptions say of connectors that it does not list. */
export function knownActions(
  catalogue: CatalogueSource | undefined,
  specs: readonly ConnectorSpec[],
): Catalogue {
  return new Map([...describedCatalogue(specs), ...actionsFrom(catalogue)]);
}

/** What several projects say alike: a connector of which two say something else may have any action. */
export function agreedActions(projects: readonly Catalogue[]): Catalogue {
  const all = projects.flatMap((catalogue) => [...catalogue]);
  const told = new Map(all.map(([connector, actions]) => [connector, canonicalActions(actions)]));
  const disputed = new Set(
    all.flatMap(([connector, actions]) =>
      told.get(connector) === canonicalActions(actions) ? [] : [connector],
    ),
  );
  return new Map(all.filter(([connector]) => !disputed.has(connector)));
}

function canonicalActions(actions: Actions): string {
  return JSON.stringify([...actions].map(([action, risk]) => [action, risk ?? null]).sort());
}

/** The actions of a catalogue; none where there is no catalogue, or it does not read, which is a finding of its own. */
export function actionsFrom(file: CatalogueSource | undefined): Catalogue {
  const read = file === undefined ? undefined : catalogueFrom(file);
  return read === undefined || "because" in read ? new Map() : read.actions;
}
