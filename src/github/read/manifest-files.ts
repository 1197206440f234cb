import type { SourceFile } from "../../policy/source/diagnostic.ts";
import { readDocument } from "../../policy/source/document.ts";
import type { FileFault, ManifestFiles } from "../../review/manifest-files.ts";
import type { ProjectFiles } from "../../review/project-files.ts";
import { projectRoots } from "../../review/project-roots.ts";
import type { GitHubClient, Repository } from "../client.ts";
import { isLink, type RepositoryTree } from "./repository-tree.ts";
import { readTextFile } from "./text-file.ts";

/** The loader refuses more; reading further files would only help whoever wants to keep the gate busy. */
const importLimit = 201;

/** What is read, where. */
interface Source {
  readonly github: GitHubClient;
  readonly repository: Repository;
}

/** The files of every project that the globs name, on both sides. */
export async function readProjects(
  source: Source,
  { base, head }: { readonly base: RepositoryTree; readonly head: RepositoryTree },
  globs: readonly string[],
): Promise<readonly ProjectFiles[]> {
  const projects: ProjectFiles[] = [];
  const paths = [...base.entries.keys(), ...head.entries.keys()];
  for (const candidates of projectRoots(paths, globs)) {
    const before = await readManifest(source, base, candidates);
    const after = await readManifest(source, head, candidates);
    const name = after.root ?? before.root;
    if (name !== undefined) projects.push({ name, base: before, head: after });
  }
  return projects;
}

async function readManifest(
  source: Source,
  tree: RepositoryTree,
  candidates: readonly string[],
): Promise<ManifestFiles> {
  const root = candidates.find((path) => tree.entries.has(path));
  const files: SourceFile[] = [];
  const faults: FileFault[] = [];
  const waiting = root === undefined ? [] : [root];
  const seen = new Set(waiting);
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const entry = tree.entries.get(path);
    if (entry === undefined || seen.size > importLimit) continue;
    const read = await readTextFile(source.github, source.repository, entry);
    if (read.kind === "fault") {
      faults.push(read.fault);
      continue;
    }
    files.push(read.file);
    for (const imported of importedPaths(read.file, tree).filter((found) => !seen.has(found))) {
      seen.add(imported);
      waiting.push(imported);
    }
  }
  return { root, files, faults };
}

/**
 * Paths that a file's `imports` may mean: files as named, and every YAML file below a named folder. Whether an import
 * is allowed, and what is missing, is for the manifest's reader to say.
 */
function importedPaths(file: SourceFile, tree: RepositoryTree): readonly string[] {
  const value = readDocument(file).value?.value;
  const imports =
    typeof value === "object" && value !== null && "imports" in value ? value.imports : [];
  if (!Array.isArray(imports)) return [];
  return imports
    .filter((path) => typeof path === "string")
    .map((path) => path.replace(/\/$/, ""))
    .flatMap((path) => {
      const entry = tree.entries.get(path);
      return entry?.type === "tree" ? yamlFilesBelow(tree, path) : [path];
    });
}

/** Links and submodules too, whatever they are called: one may lead to more files, and is named as what it is. */
function yamlFilesBelow(tree: RepositoryTree, folder: string): readonly string[] {
  return [...tree.entries.values()]
    .filter(({ path, type }) => type !== "tree" && path.startsWith(`${folder}/`))
    .filter((entry) => isLink(entry) || /\.ya?ml$/.test(entry.path))
    .map(({ path }) => path)
    .sort();
}
