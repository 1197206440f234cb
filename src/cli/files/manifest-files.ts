import { importPathFault } from "../../policy/dialects/kortix/import-path.ts";
import type { SourceFile } from "../../policy/source/diagnostic.ts";
import { readDocument } from "../../policy/source/document.ts";
import type { FileFault, ManifestFiles } from "../../review/manifest-files.ts";
import type { FileTree } from "./file-tree.ts";

/** The platform refuses more than 200 imported files; one more is enough for the reader to see that. */
const mostImports = 201;

/**
 * A manifest with the files that it imports, and theirs, as far as they are there. Whether an import is allowed, and what
 * is missing, is for the manifest's reader to say; what is no readable text is a fault.
 */
export async function manifestFiles(tree: FileTree, root: SourceFile): Promise<ManifestFiles> {
  const files = [root];
  const faults: FileFault[] = [];
  const seen = new Set([root.path]);
  const waiting = importsOf(root);
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (seen.has(path) || files.length > mostImports) continue;
    seen.add(path);
    const found = await tree.look(path);
    if (found.kind === "fault") faults.push({ path, because: found.because });
    if (found.kind === "folder") waiting.push(...found.yamlFiles);
    if (found.kind === "text") {
      files.push(found.file);
      waiting.push(...importsOf(found.file));
    }
  }
  return { root: root.path, files, faults };
}

function importsOf(file: SourceFile): string[] {
  const value = readDocument(file).value?.value;
  const imports =
    typeof value === "object" && value !== null && "imports" in value ? value.imports : [];
  if (!Array.isArray(imports)) return [];
  return imports
    .filter((path) => typeof path === "string" && importPathFault(path) === undefined)
    .map((path: string) => path.replace(/\/$/, ""));
}
