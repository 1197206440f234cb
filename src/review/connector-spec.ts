import { actionsOf, type DescribedAction } from "../analysis/catalogue/built-catalogue.ts";
import type { Catalogue } from "../analysis/catalogue/catalogue.ts";
import { describedActions } from "../analysis/catalogue/described-actions.ts";
import { readPolicy } from "../policy/dialects/kortix/read-policy.ts";
import type { SourceFile } from "../policy/source/diagnostic.ts";
import type { FileFault, ManifestFiles } from "./manifest-files.ts";

/** Where the description of a connector lies that a manifest names as its `spec`. */
export interface SpecPlace {
  readonly connector: string;
  /** Path in the repository. */
  readonly path: string;
}

/** A description of a connector: the actions that it describes, or why it describes none. */
export type ConnectorSpec = SpecPlace & SpecRead;

/** What the file of a description says; plain data, so that it can be told apart by its text. */
export type SpecRead =
  | { readonly actions: readonly DescribedAction[] }
  | { readonly because: string };

/** A pull request that touches no file with such an ending touches no description. */
const specEnding = /\.(json|ya?ml|graphql|gql)$/i;

/** YAML of more than this is not read; JSON is. */
const largestYaml = 1_048_576;

/**
 * The files that the connectors of a manifest name as `spec`, below the manifest's folder, in its order. An address and a path that
 * leads out of the folder are no files of the project. None where the manifest cannot be read.
 */
export function specPlaces({ root, files, faults }: ManifestFiles): readonly SpecPlace[] {
  // Reading a policy takes time, and most name no file.
  if (root === undefined || faults.length > 0 || !files.some(({ text }) => text.includes("spec"))) {
    return [];
  }
  const { value } = readPolicy([...files], { root });
  const folder = root.split("/").slice(0, -1);
  return [...(value?.connectors?.values() ?? [])].flatMap(({ slug, target }) => {
    const path = typeof target["spec"] === "string" ? below(folder, target["spec"]) : undefined;
    return path === undefined ? [] : [{ connector: slug, path }];
  });
}

/** Reads a description of a connector. */
export function specFrom(file: SourceFile | FileFault): SpecRead {
  if ("because" in file) return { because: `the file ${file.because}` };
  if (!specEnding.test(file.path)) {
    return { because: "its name ends in none of `.json`, `.yaml`, `.yml`, `.graphql` and `.gql`" };
  }
  if (file.text.length > largestYaml && /\.ya?ml$/i.test(file.path)) {
    return { because: "it is YAML of more than 1 MiB; JSON may be larger" };
  }
  const described = describedActions(file);
  return "because" in described ? described : { actions: described };
}

/** The actions that descriptions say, by connector; one that says none leaves its connector out. */
export function describedCatalogue(specs: readonly ConnectorSpec[]): Catalogue {
  return new Map(
    specs.flatMap((spec) =>
      "actions" in spec ? [[spec.connector, actionsOf(spec.actions)] as const] : [],
    ),
  );
}

/** The path that a relative one leads to from a folder; undefined where it leads out of it, or is none. */
function below(folder: readonly string[], text: string): string | undefined {
  if (text.startsWith("/") || /^[a-z][a-z0-9+.-]*:/i.test(text)) return undefined;
  const inside: string[] = [];
  for (const part of text.split("/")) {
    if (part === "..") {
      if (inside.pop() === undefined) return undefined;
    } else if (part !== "" && part !== ".") inside.push(part);
  }
  return inside.length === 0 ? undefined : [...folder, ...inside].join("/");
}
