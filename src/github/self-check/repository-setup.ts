import type { SetupProblem } from "../../report/review/setup-problem.ts";
import { gateConfigPath } from "../../review/gate-config.ts";
import type { GitHubClient } from "../client.ts";
import { readBranchTip } from "../read/pull-request.ts";
import { type RepositoryTree, readTree } from "../read/repository-tree.ts";
import type { InstalledRepository } from "../sweep/installed-repository.ts";
import type { SweepContext } from "../sweep/sweep-context.ts";
import { noteSchedule } from "../sweep/week-report.ts";
import { isDue } from "./due.ts";
import { requiredCheckProblem } from "./required-check.ts";

const manifests = ["kortix.yaml", "kortix.yml"];

/**
 * Once a day, at the start, and when it is in doubt: whether the check is required on the guarded branches, with this
 * app as its source. What GitHub does not tell is said in the log, and claimed nowhere.
 */
export async function checkRepositorySetup(
  context: SweepContext,
  github: GitHubClient,
  repository: InstalledRepository,
): Promise<void> {
  const { store, log, saidOnce } = context;
  const { installationId, repositoryId } = repository;
  const place = { installationId, repositoryId };
  const checkedAt = await store.setupProblems.checkedAt(place);
  if (!isDue(checkedAt, context)) return;
  const problems = await problemsOf(context, github, repository).catch((error: unknown) => {
    saidOnce(`rules of ${repositoryId}`, error, "the rules of a repository could not be read");
    return [];
  });
  const { changed } = await store.setupProblems.record(place, problems);
  if (!changed) return;
  const fields = { installation: installationId, repository: repositoryId, problems };
  if (problems.length === 0) log.info(fields, "the check is required as it should be now");
  else log.warn(fields, "the check is not required as it should be");
}

async function problemsOf(
  context: SweepContext,
  github: GitHubClient,
  { repositoryId, owner, repo, defaultBranch }: InstalledRepository,
): Promise<readonly SetupProblem[]> {
  const { store, appId } = context;
  const repository = { id: repositoryId, owner, repo };
  const tree = await readTree(
    github,
    repository,
    await readBranchTip(github, repository, defaultBranch),
  );
  await noteSchedule(context, github, { repository, tree }).catch((error: unknown) => {
    context.saidOnce(`schedule of ${repositoryId}`, error, "a configuration could not be read");
  });
  if (!isGuarded(tree)) return [];
  const known = (await store.trust.branchesOf(repositoryId)) ?? [];
  const problems: SetupProblem[] = [];
  for (const branch of new Set([defaultBranch, ...known.map(({ ref }) => ref)])) {
    const problem = await requiredCheckProblem(github, repository, { branch, appId });
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
}

/**
 * Where there is neither a policy nor a configuration, nothing is guarded. The tree is kept, so that the first judgement
 * of a pull request need not read it.
 */
function isGuarded({ entries }: RepositoryTree): boolean {
  return [gateConfigPath, ...manifests].some((path) => entries.has(path));
}
