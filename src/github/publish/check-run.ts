import type { CheckRunReport } from "../../report/review/check-run.ts";
import { statusOf } from "../client.ts";
import { sentOnce } from "./fence.ts";
import type { Publisher } from "./publisher.ts";

/** The name of the check that a branch rule requires. */
export const checkRunName = "countersign";

/** GitHub takes at most this many annotations in one request. */
const annotationsPerRequest = 50;

/** Opens a check run on a commit, not concluded, so that the commit is not green while it is judged. */
export async function openCheckRun(
  { github, repository, fence }: Publisher,
  { headSha, externalId }: { readonly headSha: string; readonly externalId: string },
): Promise<number> {
  const { data } = await github.rest.checks.create({
    owner: repository.owner,
    repo: repository.repo,
    name: checkRunName,
    head_sha: headSha,
    external_id: externalId,
    status: "in_progress",
    output: { title: "Judging the policy change", summary: "Closed until the answer is known." },
    ...sentOnce(fence),
  });
  return data.id;
}

/** Takes a concluded check run back to "in progress": whatever it said no longer holds. */
export async function reopenCheckRun(
  { github, repository, fence }: Publisher,
  checkRunId: number,
): Promise<void> {
  await github.rest.checks.update({
    owner: repository.owner,
    repo: repository.repo,
    check_run_id: checkRunId,
    status: "in_progress",
    output: { title: "Judging the policy change", summary: "Closed until the answer is known." },
    ...fence,
  });
}

/** Writes a whole check run at once, for a commit that has none: what needs no thinking needs no second request. */
export async function createConcludedCheckRun(
  { github, repository, fence }: Publisher,
  {
    headSha,
    externalId,
    report,
  }: { readonly headSha: string; readonly externalId: string; readonly report: CheckRunReport },
): Promise<number> {
  const { data } = await github.rest.checks.create({
    owner: repository.owner,
    repo: repository.repo,
    name: checkRunName,
    head_sha: headSha,
    external_id: externalId,
    status: "completed",
    conclusion: report.conclusion,
    output: { title: report.title, summary: report.summary },
    ...sentOnce(fence),
  });
  return data.id;
}

/**
 * Concludes a check run. Annotations that do not fit into one request go first and the conclusion goes last, so that a
 * request that fails never leaves a conclusion without its reasons. A body that GitHub refuses is written again
 * without annotations and with a minimal summary: an old state never stays because a new one was too large.
 */
export async function concludeCheckRun(
  publisher: Publisher,
  checkRunId: number,
  report: CheckRunReport,
): Promise<void> {
  const batches = batchesOf(report.annotations);
  try {
    for (const annotations of batches.slice(0, -1)) {
      await update(publisher, checkRunId, {
        status: "in_progress",
        output: { title: report.title, summary: report.summary, annotations: [...annotations] },
      });
    }
    await update(publisher, checkRunId, {
      conclusion: report.conclusion,
      output: {
        title: report.title,
        summary: report.summary,
        annotations: [...(batches.at(-1) ?? [])],
      },
    });
  } catch (error) {
    if (statusOf(error) !== 422) throw error;
    await update(publisher, checkRunId, {
      conclusion: report.conclusion,
      output: { title: report.title, summary: report.minimalSummary },
    });
  }
}

type Update = Omit<
  NonNullable<Parameters<Publisher["github"]["rest"]["checks"]["update"]>[0]>,
  "owner" | "repo" | "check_run_id"
>;

async function update(
  { github, repository, fence }: Publisher,
  checkRunId: number,
  body: Update,
): Promise<void> {
  await github.request("PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}", {
    owner: repository.owner,
    repo: repository.repo,
    check_run_id: checkRunId,
    ...body,
    ...fence,
  });
}

function batchesOf<T>(items: readonly T[]): readonly (readonly T[])[] {
  const batches: T[][] = [];
  for (let start = 0; start < items.length; start += annotationsPerRequest) {
    batches.push(items.slice(start, start + annotationsPerRequest));
  }
  return batches.length === 0 ? [[]] : batches;
}
