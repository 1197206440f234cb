import type { Catalogue } from "../../analysis/catalogue/catalogue.ts";
import { simulateStream } from "../../analysis/simulation/simulate.ts";
import type { Simulation } from "../../analysis/simulation/simulation.ts";
import type { CatalogueSides } from "../../review/catalogue-change.ts";
import { actionsFrom } from "../../review/catalogue-source.ts";
import { defaultSettings } from "../../review/default-settings.ts";
import { gateConfigPath } from "../../review/gate-config.ts";
import { configOf } from "../../review/gate-config-side.ts";
import { type ProjectChange, projectChange } from "../../review/project-change.ts";
import type { ProjectFiles } from "../../review/project-files.ts";
import type { ChangeFacts } from "../../review/review-change.ts";
import type { GitHubClient, Repository } from "../client.ts";
import { readCatalogueFile } from "../read/catalogue-file.ts";
import { type CorpusFile, readCorpusFiles } from "../read/corpus-files.ts";
import { readGateConfigFile } from "../read/gate-config-file.ts";
import { readProjects } from "../read/manifest-files.ts";
import type { RepositoryTree } from "../read/repository-tree.ts";
import { differingCorpus, readCorpusFact } from "./corpus-fact.ts";
import { savedCalls } from "./saved-calls.ts";

/**
 * Reads what a change does: the policy on both sides, the gate's configuration on both sides, the saved calls of the trust
 * branch replayed under both, and what becomes of the saved calls and of the catalogue themselves. Which files are
 * manifests and which calls are replayed is for the trust branch to say, never for the pull request. Undefined when
 * nothing of this differs.
 */
export async function readChangeFacts(
  source: { readonly github: GitHubClient; readonly repository: Repository },
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
  const corpusFiles =
    settings === undefined
      ? undefined
      : differingCorpus(
          { tree: sides.base, globs: settings.corpus },
          { tree: sides.head, globs: headSettings?.corpus ?? [] },
        );
  const catalogueDiffers =
    settings !== undefined && !sameBlob(settings.catalog, headSettings?.catalog, sides);
  if (!configDiffers && !files.some(differs) && corpusFiles === undefined && !catalogueDiffers) {
    return undefined;
  }
  const catalogue = await readCatalogueFile(source, sides.base, settings?.catalog);
  const changes = files.map((file) => projectChange({ ...file, ...catalogue }));
  const affected = changes.some(({ deltas }) => deltas.length > 0);
  const globs = affected ? (settings?.corpus ?? []) : [];
  const corpus = await readCorpusFiles(github, repository, { tree: sides.base, globs });
  const projects: { change: ProjectChange; simulation: Simulation | undefined }[] = [];
  const actions = actionsFrom(catalogue.catalogue);
  for (const change of changes) {
    projects.push({ change, simulation: await replay(change, corpus, actions) });
  }
  const policies = changes.flatMap(({ head }) => head.policy ?? []);
  return {
    projects,
    baseConfig,
    headConfig,
    ...(corpusFiles === undefined
      ? {}
      : { corpus: await readCorpusFact(source, corpusFiles, { policies, actions }) }),
    ...(catalogueDiffers
      ? { catalogues: await readCatalogues(source, sides, [catalogue, headSettings?.catalog]) }
      : {}),
  };
}

async function readCatalogues(
  source: { readonly github: GitHubClient; readonly repository: Repository },
  { head }: { readonly head: RepositoryTree },
  [base, path]: readonly [Pick<ProjectFiles, "catalogue">, string | undefined],
): Promise<CatalogueSides> {
  const after = await readCatalogueFile(source, head, path);
  return {
    ...(base.catalogue === undefined ? {} : { base: base.catalogue }),
    ...(after.catalogue === undefined ? {} : { head: after.catalogue }),
  };
}

/** True when the two paths hold the same on their sides, or nothing on both. */
function sameBlob(
  before: string | undefined,
  after: string | undefined,
  { base, head }: { readonly base: RepositoryTree; readonly head: RepositoryTree },
): boolean {
  const entry = (tree: RepositoryTree, path: string | undefined): string => {
    const found = path === undefined ? undefined : tree.entries.get(path);
    return found === undefined ? "" : `${found.mode} ${found.type} ${found.sha}`;
  };
  return entry(base, before) === entry(head, after);
}

function differs({ base, head }: ProjectFiles): boolean {
  return JSON.stringify(base) !== JSON.stringify(head);
}

/** Undefined when there is nothing to replay or a side cannot be read. */
async function replay(
  { base, head }: ProjectChange,
  corpus: readonly CorpusFile[],
  actions: Catalogue,
): Promise<Simulation | undefined> {
  if (corpus.length === 0 || base.policy === undefined || head.policy === undefined)
    return undefined;
  return await simulateStream(base.policy, head.policy, savedCalls(corpus, actions));
}
