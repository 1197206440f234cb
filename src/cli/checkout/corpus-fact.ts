import { createHash } from "node:crypto";
import picomatch from "picomatch";
import type { Catalogue } from "../../analysis/catalogue/catalogue.ts";
import { withCataloguedRisks } from "../../analysis/catalogue/catalogued-risk.ts";
import { corpusChange } from "../../analysis/simulation/corpus-change.ts";
import type { CorpusEntry } from "../../analysis/simulation/corpus-entry.ts";
import { readCorpus } from "../../analysis/simulation/read-corpus.ts";
import type { Policy } from "../../policy/policy.ts";
import type { CorpusFact } from "../../review/corpus-fact.ts";
import type { FileSource } from "../files/file-source.ts";
import type { CheckoutSide } from "./checkout-side.ts";

/** The saved calls on one side: a checkout, and which of its files hold them. */
export interface CorpusSide {
  readonly side: CheckoutSide;
  readonly globs: readonly string[];
}

/** The files of saved calls on one side, by path. */
function corpusPaths({ side, globs }: CorpusSide): readonly string[] {
  if (globs.length === 0) return [];
  const isCorpus = picomatch([...globs], { dot: true });
  return side.paths.filter((path) => isCorpus(path));
}

/** What a change does to the saved calls; undefined when no file of them differs. `policies`: those that will hold; `actions`: the base's catalogue. */
export async function corpusFact(
  base: CorpusSide,
  head: CorpusSide,
  { policies, actions }: { readonly policies: readonly Policy[]; readonly actions: Catalogue },
): Promise<CorpusFact | undefined> {
  const before = await digests(base);
  const after = await digests(head);
  const gone = unlike(before, after);
  const come = unlike(after, before);
  if (gone.length === 0 && come.length === 0) return undefined;
  const change = await corpusChange(
    () => savedCalls(base.side, gone, actions),
    () => savedCalls(head.side, come, actions),
    policies,
  );
  return { kind: "compared", change };
}

/** The files of saved calls on one side, to be read. */
export function corpusSources(corpus: CorpusSide): readonly FileSource[] {
  return corpusPaths(corpus).map((path) => ({
    name: path,
    chunks: () => corpus.side.chunks(path),
  }));
}

/** The saved calls of files, file by file; where one says no risk, the catalogue's. */
function savedCalls(
  side: CheckoutSide,
  paths: readonly string[],
  actions: Catalogue,
): AsyncGenerator<CorpusEntry, void, undefined> {
  return withCataloguedRisks(entries(side, paths), actions);
}

async function* entries(
  side: CheckoutSide,
  paths: readonly string[],
): AsyncGenerator<CorpusEntry, void, undefined> {
  for (const path of paths) yield* readCorpus(path, side.chunks(path));
}

async function digests(corpus: CorpusSide): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const path of corpusPaths(corpus)) {
    const hash = createHash("sha256");
    for await (const chunk of corpus.side.chunks(path)) hash.update(chunk);
    found.set(path, hash.digest("hex"));
  }
  return found;
}

/** The files of one side that the other does not have just so. */
function unlike(
  files: ReadonlyMap<string, string>,
  others: ReadonlyMap<string, string>,
): readonly string[] {
  return [...files].flatMap(([path, digest]) => (others.get(path) === digest ? [] : [path]));
}
