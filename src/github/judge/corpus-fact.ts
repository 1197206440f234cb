import type { Catalogue } from "../../analysis/catalogue/catalogue.ts";
import { corpusChange } from "../../analysis/simulation/corpus-change.ts";
import type { Policy } from "../../policy/policy.ts";
import type { CorpusFact } from "../../review/corpus-fact.ts";
import type { GitHubClient, Repository } from "../client.ts";
import {
  type CorpusSide,
  corpusEntries,
  isCorpusFile,
  readCorpusEntries,
} from "../read/corpus-files.ts";
import type { TreeEntry } from "../read/repository-tree.ts";
import { savedCalls } from "./saved-calls.ts";

/** The files of saved calls that a change does away with, and those that it brings; an edited one is among both. */
export interface CorpusFiles {
  readonly gone: readonly TreeEntry[];
  readonly come: readonly TreeEntry[];
}

/** The files of saved calls that differ; undefined when none does. */
export function differingCorpus(base: CorpusSide, head: CorpusSide): CorpusFiles | undefined {
  const [before, after] = [corpusEntries(base), corpusEntries(head)];
  const [gone, come] = [unlike(before, after), unlike(after, before)];
  return gone.length === 0 && come.length === 0 ? undefined : { gone, come };
}

/**
 * What a change does to the saved calls. Only files that differ are read: a call that stays in its file is neither lost nor
 * added. `policies`: those that will hold; `actions`: the catalogue of the trust branch.
 */
export async function readCorpusFact(
  { github, repository }: { readonly github: GitHubClient; readonly repository: Repository },
  { gone, come }: CorpusFiles,
  { policies, actions }: { readonly policies: readonly Policy[]; readonly actions: Catalogue },
): Promise<CorpusFact> {
  const before = await readCorpusEntries(github, repository, gone.filter(isCorpusFile));
  const after = await readCorpusEntries(github, repository, come);
  const [odd] = after.faults;
  if (odd !== undefined) return { kind: "unreadable", ...odd };
  const change = await corpusChange(
    () => savedCalls(before.files, actions),
    () => savedCalls(after.files, actions),
    policies,
  );
  const unreadBefore = before.faults;
  return { kind: "compared", change, ...(unreadBefore.length === 0 ? {} : { unreadBefore }) };
}

/** The entries of one side that the other does not have just so. */
function unlike(entries: readonly TreeEntry[], others: readonly TreeEntry[]): readonly TreeEntry[] {
  const known = new Map(others.map((entry) => [entry.path, entry]));
  return entries.filter(({ path, sha, type, mode }) => {
    const other = known.get(path);
    return other?.sha !== sha || other.type !== type || other.mode !== mode;
  });
}
