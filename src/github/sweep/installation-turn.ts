import { checkRepositorySetup } from "../self-check/repository-setup.ts";
import { type InstalledRepository, readInstalledRepositories } from "./installed-repository.ts";
import { sweepRepository } from "./repository-sweep.ts";
import type { SweepContext } from "./sweep-context.ts";
import { writeDueReport } from "./week-report.ts";

/** Repositories that are swept in one turn. */
const portion = 50;
/** A repository that takes its share of the time between two sweeps leaves most of GitHub's limit to events. */
const shareOfInterval = 0.06;
/** Below this share of GitHub's limit what is left belongs to events. */
const leftForEvents = 0.3;

/**
 * Sweeps repositories of an installation: those first whose setup is in doubt, then those that were swept least
 * recently. Returns when the next turn is due: the more was swept, the later.
 */
export async function installationTurn(
  context: SweepContext,
  installationId: number,
): Promise<number> {
  const { store, clients, memory, everyMs, now } = context;
  const waitUntil = context.rateLimits.reserveUntil(installationId, leftForEvents, now());
  if (waitUntil !== undefined) return waitUntil;
  const github = await clients.of(installationId);
  const repositories = await readInstalledRepositories(store, github, installationId);
  const doubted = new Set(await store.setupProblems.doubted(installationId));
  const order = ({ repositoryId }: InstalledRepository): number =>
    doubted.has(repositoryId) ? Number.NEGATIVE_INFINITY : (memory.get(repositoryId)?.sweptAt ?? 0);
  const chosen = repositories.toSorted((a, b) => order(a) - order(b)).slice(0, portion);
  for (const repository of chosen) {
    if (context.stopping.aborted) return now();
    await one(context, installationId, repository);
  }
  return now() + Math.max(everyMs, chosen.length * shareOfInterval * everyMs);
}

/** A repository that cannot be swept keeps no other from it. */
async function one(
  context: SweepContext,
  installationId: number,
  repository: InstalledRepository,
): Promise<void> {
  const { store, clients, memory, spread, now, log, saidOnce } = context;
  const github = await clients.of(installationId);
  try {
    const made = await sweepRepository({ store, github, repository, memory, spread, now: now() });
    if (made > 0) {
      const fields = { installation: installationId, repository: repository.repositoryId, made };
      log.info(fields, "the sweep found what was missed");
    }
  } catch (error) {
    saidOnce(`repository ${repository.repositoryId}`, error, "a repository could not be swept");
  }
  await checkRepositorySetup(context, github, repository);
  await writeDueReport(context, github, repository);
}
