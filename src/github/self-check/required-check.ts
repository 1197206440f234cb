import type { SetupProblem } from "../../report/review/setup-problem.ts";
import type { GitHubClient, Repository } from "../client.ts";
import { checkRunName } from "../publish/check-run.ts";

/** A rule's demand for our check: from which app; undefined: from any. */
interface Demand {
  readonly appId: number | undefined;
}

/**
 * What is wrong with how the check is required on a branch, by rulesets or by the older protection; undefined when one of
 * them demands it from this app. Throws when GitHub does not tell.
 */
export async function requiredCheckProblem(
  github: GitHubClient,
  { owner, repo }: Repository,
  { branch, appId }: { readonly branch: string; readonly appId: number },
): Promise<SetupProblem | undefined> {
  const ours = (demand: Demand): boolean => demand.appId === appId;
  const byRules = await demandsOfRules(github, { owner, repo, branch });
  if (byRules.some(ours)) return undefined;
  const demands = [...byRules, ...(await demandsOfProtection(github, { owner, repo, branch }))];
  if (demands.some(ours)) return undefined;
  if (demands.length === 0) return { kind: "check-not-required", branch };
  const fromAnybody = demands.every((demand) => demand.appId === undefined);
  return { kind: fromAnybody ? "check-from-anybody" : "check-from-another-app", branch };
}

interface Branch {
  readonly owner: string;
  readonly repo: string;
  readonly branch: string;
}

async function demandsOfRules(github: GitHubClient, branch: Branch): Promise<readonly Demand[]> {
  const rules = await github.paginate("GET /repos/{owner}/{repo}/rules/branches/{branch}", {
    ...branch,
    per_page: 100,
  });
  return rules
    .flatMap((rule) =>
      rule.type === "required_status_checks" ? (rule.parameters?.required_status_checks ?? []) : [],
    )
    .filter(({ context }) => context === checkRunName)
    .map(({ integration_id: id }) => ({ appId: id ?? undefined }));
}

/** The branch itself tells of its protection, to everybody who may read it. */
async function demandsOfProtection(
  github: GitHubClient,
  branch: Branch,
): Promise<readonly Demand[]> {
  const { data } = await github.rest.repos.getBranch({ ...branch });
  // GitHub's description leaves out what it sends: from which app each check is expected.
  const required = data.protection?.required_status_checks as
    | {
        readonly contexts?: readonly string[];
        readonly checks?: readonly { readonly context: string; readonly app_id?: number | null }[];
      }
    | undefined;
  const checks =
    required?.checks ?? (required?.contexts ?? []).map((context) => ({ context, app_id: null }));
  return checks
    .filter(({ context }) => context === checkRunName)
    .map(({ app_id: id }) => ({ appId: id === null || id === -1 ? undefined : id }));
}
