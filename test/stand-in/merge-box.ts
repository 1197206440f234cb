import type { CheckRun, PullRequest, Repository, RequiredCheck } from "./state.ts";

/** What the box under a pull request says of one required check. */
export interface MergeBox {
  /** Whether GitHub would let somebody without bypass rights press the button, as far as this check goes. */
  readonly satisfied: boolean;
  /** Why not; empty when satisfied. */
  readonly because: string;
  readonly status: string | null;
  readonly conclusion: string | null;
}

const SATISFYING: ReadonlySet<string | null> = new Set(["success", "neutral", "skipped"]);

/**
 * Judges a required check on a commit as GitHub does: the newest check run of the name must have passed, and so must
 * the newest commit status of the name when there is one. With a pinned app only its runs count, and no status does.
 */
export function judgeRequiredCheck(
  repository: Repository,
  sha: string,
  required: RequiredCheck,
): MergeBox {
  const run = newestRun(repository, sha, required);
  const status =
    required.appId === null
      ? repository.statuses.findLast(
          (candidate) => candidate.sha === sha && candidate.context === required.context,
        )
      : undefined;
  const shown = { status: run?.status ?? null, conclusion: run?.conclusion ?? null };
  const refuse = (because: string): MergeBox => ({ satisfied: false, because, ...shown });
  if (run === undefined && status === undefined) return refuse("expected: waiting to be reported");
  if (run !== undefined && run.status !== "completed") return refuse(`the check is ${run.status}`);
  if (run !== undefined && !SATISFYING.has(run.conclusion)) {
    return refuse(`the check concluded ${run.conclusion}`);
  }
  if (status !== undefined && status.state !== "success") {
    return refuse(`the commit status is ${status.state}`);
  }
  return { satisfied: true, because: "", ...shown };
}

/** The required checks of a branch, from its protection and from active rulesets. */
export function requiredChecksOf(repository: Repository, branch: string): RequiredCheck[] {
  const rulesets = repository.rulesets.filter(
    (ruleset) => ruleset.enforcement === "active" && ruleset.branches.includes(branch),
  );
  return [
    ...(repository.protections.get(branch)?.requiredChecks ?? []),
    ...rulesets.flatMap(({ requiredChecks }) => requiredChecks),
  ];
}

/** What stands between a pull request and its merge; empty when the button is green. */
export function mergeBlockers(pull: PullRequest): string[] {
  const blockers: string[] = [];
  if (pull.state === "closed") blockers.push("the pull request is closed");
  if (pull.draft) blockers.push("the pull request is a draft");
  for (const required of requiredChecksOf(pull.repository, pull.base.ref)) {
    const { satisfied, because } = judgeRequiredCheck(pull.repository, pull.head.sha, required);
    if (!satisfied) blockers.push(`${required.context}: ${because}`);
  }
  return blockers;
}

function newestRun(
  repository: Repository,
  sha: string,
  { context, appId }: RequiredCheck,
): CheckRun | undefined {
  return [...repository.checkRuns.values()].findLast(
    (run) =>
      run.headSha === sha && run.name === context && (appId === null || run.app.id === appId),
  );
}
