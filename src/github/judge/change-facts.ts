import { readCorpus } from "../../analysis/simulation/read-corpus.ts";
import { simulateStream } from "../../analysis/simulation/simulate.ts";
import type { Simulation } from "../../analysis/simulation/simulation.ts";
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

/**
 * Reads what a change does: the policy on both sides, the gate's configuration on both sides, and the saved calls of
 * the trust branch replayed under both. Which files are manifests and which calls are replayed is for the trust
 * branch to say, never for the pull request. Undefined when no file of the policy and no setting of the gate differs.
 */
export async function readChangeFacts(
  source: { readonly github: GitHubClient; readonly repository: Repository },
  sides: { readonly base: RepositoryTree; readonly head: RepositoryTree },
): Promise<ChangeFacts | undefined> {
  const { github, repository } = source;
  const baseConfig = await readGateConfigFile(github, repository, sides.base);
  const settings = configOf(baseConfig);
  const files = await readProjects(source, sides, (settings ?? defaultSettings).manifest);
  const configDiffers =
    sides.base.entries.get(gateConfigPath)?.sha !== sides.head.entries.get(gateConfigPath)?.sha;
  if (!configDiffers && !files.some(differs)) return undefined;
  const headConfig = await readGateConfigFile(github, repository, sides.head);
  const catalogue = await readCatalogueFile(source, sides.base, settings?.catalog);
  const changes = files.map((file) => projectChange({ ...file, ...catalogue }));
  const affected = changes.some(({ deltas }) => deltas.length > 0);
  const globs = affected ? (settings?.corpus ?? []) : [];
  const corpus = await readCorpusFiles(github, repository, { tree: sides.base, globs });
  const projects: { change: ProjectChange; simulation: Simulation | undefined }[] = [];
  for (const change of changes) projects.push({ change, simulation: await replay(change, corpus) });
  return { projects, baseConfig, headConfig };
}

function differs({ base, head }: ProjectFiles): boolean {
  return JSON.stringify(base) !== JSON.stringify(head);
}

/** Undefined when there is nothing to replay or a side cannot be read. */
async function replay(
  { base, head }: ProjectChange,
  corpus: readonly CorpusFile[],
): Promise<Simulation | undefined> {
  if (corpus.length === 0 || base.policy === undefined || head.policy === undefined)
    return undefined;
  return await simulateStream(base.policy, head.policy, entries(corpus));
}

async function* entries(corpus: readonly CorpusFile[]): ReturnType<typeof readCorpus> {
  for (const { path, bytes } of corpus) yield* readCorpus(path, chunksOf(bytes));
}

/** A file in pieces, so that the process can do other things between them. */
async function* chunksOf(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  const size = 256 * 1024;
  for (let start = 0; start < bytes.length; start += size) {
    yield bytes.subarray(start, start + size);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
