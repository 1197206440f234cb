import { Lru } from "toad-cache";
import {
  type ConnectorSpec,
  type SpecPlace,
  type SpecRead,
  specFrom,
} from "../../review/connector-spec.ts";
import type { GitHubClient, Repository } from "../client.ts";
import type { RepositoryTree, TreeEntry } from "./repository-tree.ts";
import { readTextFile } from "./text-file.ts";

/** The largest descriptions that are published have some 10 MiB. */
const largestMebibytes = 16;

/** So many descriptions of one manifest are read; each is a request to GitHub. */
const mostSpecs = 50;

/** What descriptions say, by repository id, content and name: a large one takes long to read. */
const cache = new Lru<SpecRead>(128);

interface Source {
  readonly github: GitHubClient;
  readonly repository: Repository;
}

/** A description of a connector, and the tree in which it lies. */
export interface TreeSpec {
  readonly tree: RepositoryTree;
  readonly place: SpecPlace;
}

/** Reads descriptions of connectors, in their order. One whose file is not there is left out: it lies elsewhere. */
export async function readSpecs(
  source: Source,
  specs: readonly TreeSpec[],
): Promise<readonly ConnectorSpec[]> {
  const { repository } = source;
  const read: ConnectorSpec[] = [];
  for (const { tree, place } of specs) {
    const entry = tree.entries.get(place.path);
    if (entry === undefined) continue;
    if (read.length >= mostSpecs) {
      read.push({ ...place, because: `more than ${mostSpecs} descriptions are not read` });
      continue;
    }
    const key = `${repository.id} ${entry.mode} ${entry.sha} ${place.path}`;
    const known = cache.get(key) ?? (await readSpec(source, entry));
    cache.set(key, known);
    read.push({ ...place, ...known });
  }
  return read;
}

async function readSpec({ github, repository }: Source, entry: TreeEntry): Promise<SpecRead> {
  const text = await readTextFile(github, repository, entry, largestMebibytes);
  return specFrom(text.kind === "text" ? text.file : text.fault);
}
