import type { CheckRunReport } from "../../report/review/check-run.ts";
import { siblingReport } from "../../report/review/plain-report.ts";
import type { DecisionEntry } from "../../storage/decisions/decision-entry.ts";
import type { Store } from "../../storage/store.ts";
import type { WorkSubject } from "../../storage/work/work-subject.ts";
import type { GitHubClient, Repository } from "../client.ts";
import { type OpenPullRequest, readOpenPullRequests } from "../read/open-pull-requests.ts";
import type { PullRequest } from "../read/pull-request.ts";
import type { JobContext } from "./job-context.ts";

/**
 * A check belongs to a commit: what it says must hold for every open pull request with that head. Undefined when no
 * other one is closed; otherwise the report that names those that are. A sibling that was never judged is closed.
 */
export async function blockingSiblings(
  store: Store,
  {
    repository,
    pull,
    open,
  }: {
    readonly repository: Repository;
    readonly pull: PullRequest;
    /** The open pull requests of the repository, as they are now. */
    readonly open: readonly OpenPullRequest[];
  },
): Promise<CheckRunReport | undefined> {
  const blocking: number[] = [];
  for (const number of siblingsAmong(open, pull)) {
    const verdict = await store.decisions.latestVerdictOn(repository.id, pull.headSha, number);
    if (verdict?.verdict !== "success") blocking.push(number);
  }
  return blocking.length === 0 ? undefined : siblingReport(blocking);
}

/** Judges again what a closed pull request may have kept closed. */
export async function judgeSiblings(
  context: JobContext,
  github: GitHubClient,
  subject: WorkSubject,
  pull: Pick<PullRequest, "number" | "headSha">,
): Promise<void> {
  const { installationId, repositoryId, owner, repo } = subject;
  const siblings = await siblingsOf(github, { id: repositoryId, owner, repo }, pull);
  for (const number of siblings) {
    const place = { installationId, repositoryId, owner, repo };
    await context.store.work.enqueue({ ...place, kind: "pull-request", number, sha: pull.headSha });
  }
}

/** Judges again what a pull request kept closed whose head was another one at the verdict before. */
export async function judgeSiblingsLeftBehind(
  context: JobContext,
  github: GitHubClient,
  subject: WorkSubject & { readonly kind: "pull-request" },
  { before, headSha }: { readonly before: DecisionEntry | undefined; readonly headSha: string },
): Promise<void> {
  if (before === undefined || before.headSha === headSha || before.verdict === "success") return;
  await judgeSiblings(context, github, subject, {
    number: subject.number,
    headSha: before.headSha,
  });
}

/** Other open pull requests with the same head. */
async function siblingsOf(
  github: GitHubClient,
  repository: Repository,
  pull: Pick<PullRequest, "number" | "headSha">,
): Promise<readonly number[]> {
  return siblingsAmong(await readOpenPullRequests(github, repository), pull);
}

function siblingsAmong(
  open: readonly OpenPullRequest[],
  pull: Pick<PullRequest, "number" | "headSha">,
): readonly number[] {
  return open
    .filter(({ number, headSha }) => number !== pull.number && headSha === pull.headSha)
    .map(({ number }) => number);
}
