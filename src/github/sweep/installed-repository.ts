import type { Store } from "../../storage/store.ts";
import type { SubjectRepository } from "../../storage/work/work-subject.ts";
import { type GitHubClient, statusOf } from "../client.ts";

/** A repository that an installation reaches. */
export interface InstalledRepository extends SubjectRepository {
  readonly defaultBranch: string;
  /** GitHub's time of the last push to any branch; null: never. */
  readonly pushedAt: string | null;
}

/** A repository as GitHub describes it. */
interface Described {
  readonly id: number;
  readonly name: string;
  readonly owner: { readonly login: string };
  readonly default_branch: string;
  readonly pushed_at: string | null;
  readonly archived?: boolean;
  readonly disabled?: boolean;
}

/**
 * The repositories of an installation that can still change: archived and disabled ones cannot. Reads every page. Where
 * GitHub does not list them, those that there is work on.
 */
export async function readInstalledRepositories(
  store: Store,
  github: GitHubClient,
  installationId: number,
): Promise<readonly InstalledRepository[]> {
  const all = await listed(github).catch((error: unknown) => {
    if (statusOf(error) !== 404) throw error;
    return worked(store, github, installationId);
  });
  return all
    .filter(({ archived, disabled }) => !archived && !disabled)
    .map((repository) => ({
      installationId,
      repositoryId: repository.id,
      owner: repository.owner.login,
      repo: repository.name,
      defaultBranch: repository.default_branch,
      pushedAt: repository.pushed_at,
    }));
}

async function listed(github: GitHubClient): Promise<readonly Described[]> {
  return await github.paginate(github.rest.apps.listReposAccessibleToInstallation, {
    per_page: 100,
  });
}

async function worked(
  store: Store,
  github: GitHubClient,
  installationId: number,
): Promise<readonly Described[]> {
  const subjects = (await store.work.subjectsOf(installationId)).map(({ subject }) => subject);
  const named = new Map(subjects.map((subject) => [subject.repositoryId, subject]));
  const found: Described[] = [];
  for (const { repositoryId, owner, repo } of named.values()) {
    if (repositoryId === 0) continue;
    const { data } = await github.rest.repos.get({ owner, repo });
    // Under the name there may be another one by now.
    if (data.id === repositoryId) found.push(data);
  }
  return found;
}
