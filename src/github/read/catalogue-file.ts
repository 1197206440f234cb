import type { ProjectFiles } from "../../review/project-files.ts";
import type { GitHubClient, Repository } from "../client.ts";
import type { RepositoryTree } from "./repository-tree.ts";
import { readTextFile } from "./text-file.ts";

/** The catalogue of actions that the configuration names, or why it cannot be read; nothing when it names none. */
export async function readCatalogueFile(
  { github, repository }: { readonly github: GitHubClient; readonly repository: Repository },
  tree: RepositoryTree,
  path: string | undefined,
): Promise<Pick<ProjectFiles, "catalogue">> {
  if (path === undefined) return {};
  const entry = tree.entries.get(path);
  if (entry === undefined) return { catalogue: { path, because: "is not there" } };
  const read = await readTextFile(github, repository, entry);
  return { catalogue: read.kind === "text" ? read.file : read.fault };
}
