import type { Catalogue } from "../../analysis/catalogue/catalogue.ts";
import type { Simulation } from "../../analysis/simulation/simulation.ts";
import type { CatalogueSides } from "../../review/catalogue-change.ts";
import {
  actionsFrom,
  agreedActions,
  type CatalogueSource,
  knownActions,
} from "../../review/catalogue-source.ts";
import { corpusPlaces } from "../../review/corpus-places.ts";
import { defaultSettings } from "../../review/default-settings.ts";
import { gateConfigPath } from "../../review/gate-config.ts";
import { configOf } from "../../review/gate-config-side.ts";
import type { ProjectChange } from "../../review/project-change.ts";
import type { ProjectFiles } from "../../review/project-files.ts";
import type { ChangeFacts } from "../../review/review-change.ts";
import type { ReviewedProject } from "../../review/reviewed-project.ts";
import type { GitHubClient, Repository } from "../client.ts";
import type { CompareProject } from "../compare/comparisons.ts";
import { readCatalogueFile } from "../read/catalogue-file.ts";
import type { CorpusFile } from "../read/corpus-files.ts";
import { readGateConfigFile } from "../read/gate-config-file.ts";
import { readProjects } from "../read/manifest-files.ts";
import { readPlacedFiles } from "../read/placed-files.ts";
import { contentAt, type RepositoryTree } from "../read/repository-tree.ts";
import { differingCorpus, readCorpusFact } from "./corpus-fact.ts";
import { replaySavedCalls } from "./saved-calls.ts";
import { type ProjectSpecs, projectSpecs, readKnownSpecs, readSpecChanges } from "./spec-facts.ts";

/** What a change is read with. */
interface Source {
  readonly github: GitHubClient;
  readonly repository: Repository;
  readonly compare: CompareProject;
  /** Folder with saved calls that do not lie in repositories; undefined: there is none. */
  readonly corpusRoot?: string | undefined;
}

/**
 * Reads what a change does: the policy on both sides, the gate's configuration on both sides, the saved calls of the trust
 * branch replayed under both, and what becomes of the saved calls, of the catalogue and of what describes connectors. Which
 * files are manifests and which calls are replayed is for the trust branch to say, never for the pull request. Undefined when
 * nothing of this differs, which nobody can say where the configuration of the trust branch cannot be read.
 */
export async function readChangeFacts(
  source: Source,
  sides: { readonly base: RepositoryTree; readonly head: RepositoryTree },
): Promise<ChangeFacts | undefined> {
  const { github, repository } = source;
  const baseConfig = await readGateConfigFile(github, repository, sides.base);
  const settings = configOf(baseConfig);
  const files = await readProjects(source, sides, (settings ?? defaultSettings).manifest);
  const configDiffers = !sameBlob(gateConfigPath, gateConfigPath, sides);
  const headConfig = configDiffers
    ? await readGateConfigFile(github, repository, sides.head)
    : baseConfig;
  const headSettings = configOf(headConfig) ?? settings;
  const globs = corpusPlaces(settings?.corpus ?? []);
  const corpusFiles =
    settings === undefined
      ? undefined
      : differingCorpus(
          { tree: sides.base, globs: globs.repository },
          { tree: sides.head, globs: corpusPlaces(headSettings?.corpus ?? []).repository },
        );
  const catalogueDiffers =
    settings !== undefined && !sameBlob(settings.catalog, headSettings?.catalog, sides);
  const specs = files.map((file) => projectSpecs(file, sides));
  const specsDiffer = settings !== undefined && specs.some(({ changed }) => changed.length > 0);
  if (
    baseConfig.kind !== "unreadable" &&
    !configDiffers &&
    !files.some(differs) &&
    corpusFiles === undefined &&
    !catalogueDiffers &&
    !specsDiffer
  ) {
    return undefined;
  }
  const { catalogue } = await readCatalogueFile(source, sides.base, settings?.catalog);
  const read = await readProjectChanges(source, { files, specs, catalogue });
  const isAffected = read.some(({ change }) => change.deltas.length > 0);
  const corpus = isAffected
    ? await readPlacedFiles(source, { tree: sides.base, globs })
    : { files: [], faults: [], mounted: [] };
  const projects: ReviewedProject[] = [];
  for (const { change, actions } of read) {
    projects.push({ change, simulation: await replay(change, corpus.files, actions) });
  }
  const wasReplayed = projects.some(({ simulation }) => simulation !== undefined);
  const policies = read.flatMap(({ change }) => change.head.policy ?? []);
  const actions = agreedActions(read.map((project) => project.actions));
  return {
    projects,
    baseConfig,
    headConfig,
    ...(corpusFiles === undefined
      ? {}
      : { corpus: await readCorpusFact(source, corpusFiles, { policies, actions }) }),
    corpusFaults: corpus.faults,
    mounted: wasReplayed ? corpus.mounted.map((file) => file.fact()) : [],
    ...(catalogueDiffers
      ? { catalogues: await readCatalogues(source, sides, [catalogue, headSettings?.catalog]) }
      : {}),
    ...(specsDiffer ? { specs: await readSpecChanges(source, specs) } : {}),
  };
}

/** What changes in each project, with the actions that are known to exist there. */
async function readProjectChanges(
  source: Source,
  {
    files,
    specs,
    catalogue,
  }: {
    readonly files: readonly ProjectFiles[];
    /** One for each of the files. */
    readonly specs: readonly ProjectSpecs[];
    readonly catalogue: CatalogueSource | undefined;
  },
): Promise<readonly { readonly change: ProjectChange; readonly actions: Catalogue }[]> {
  const listed = actionsFrom(catalogue);
  const read: { change: ProjectChange; actions: Catalogue }[] = [];
  for (const [index, file] of files.entries()) {
    const described = await readKnownSpecs(source, specs[index] as ProjectSpecs, listed);
    const change = await source.compare({
      ...file,
      ...(catalogue === undefined ? {} : { catalogue }),
      specs: described,
    });
    read.push({ change, actions: knownActions(catalogue, described) });
  }
  return read;
}

async function readCatalogues(
  source: { readonly github: GitHubClient; readonly repository: Repository },
  { head }: { readonly head: RepositoryTree },
  [base, path]: readonly [CatalogueSource | undefined, string | undefined],
): Promise<CatalogueSides> {
  const after = await readCatalogueFile(source, head, path);
  return {
    ...(base === undefined ? {} : { base }),
    ...(after.catalogue === undefined ? {} : { head: after.catalogue }),
  };
}

/** True when the two paths hold the same on their sides, or nothing on both. */
function sameBlob(
  before: string | undefined,
  after: string | undefined,
  { base, head }: { readonly base: RepositoryTree; readonly head: RepositoryTree },
): boolean {
  return contentAt(base, before) === contentAt(head, after);
}

/** What cannot be read is equal to nothing: two links, two files that are too large, are called the same and are not. */
function differs({ base, head }: ProjectFiles): boolean {
  return head.faults.length > 0 || JSON.stringify(base) !== JSON.stringify(head);
}

/** Undefined when there is nothing to replay or a side cannot be read. */
async function replay(
  { base, head }: ProjectChange,
  corpus: readonly CorpusFile[],
  actions: Catalogue,
): Promise<Simulation | undefined> {
  if (corpus.length === 0 || base.policy === undefined || head.policy === undefined)
    return undefined;
  return await replaySavedCalls(corpus, [base.policy, head.policy], actions);
}
