import { leftQueueReport } from "../../report/review/merge-group-report.ts";
import type { MergeGroup } from "../../storage/trust-branch/merge-group.ts";
import type { Claim } from "../../storage/work/claim.ts";
import type { WorkSubject } from "../../storage/work/work-subject.ts";
import type { GitHubClient, Repository } from "../client.ts";
import { judgeMergeGroup } from "../judge/judge-merge-group.ts";
import { type CommitCheck, commitCheck } from "../publish/commit-check.ts";
import { fenced, Superseded } from "../publish/fence.ts";
import { groupAnswer } from "./group-answer.ts";
import { rewriteIncident } from "./incident-check.ts";
import { type JobContext, reviewContextOf } from "./job-context.ts";
import { judgeGroupsAbove } from "./queued-groups.ts";
import { tellFailure } from "./tell-failure.ts";

type Subject = WorkSubject & { readonly kind: "merge-group" };

/** Everything that belongs to one run of the job. */
interface Run {
  readonly context: JobContext;
  readonly claim: Claim;
  readonly subject: Subject;
  readonly group: MergeGroup;
  readonly github: GitHubClient;
  readonly repository: Repository;
  readonly check: CommitCheck;
}

/**
 * Judges a group of a merge queue and publishes the answer on its head: closed first, the conclusion last. A group that
 * left the queue is not judged, and nothing is published for it but the end of what had begun. A commit that is no group
 * can be one that landed without approval: then its check is written again.
 */
export async function mergeGroupJob(
  context: JobContext,
  claim: Claim,
  subject: Subject,
): Promise<void> {
  const { store } = context;
  const github = await context.clientOf(subject.installationId);
  const repository = { id: subject.repositoryId, owner: subject.owner, repo: subject.repo };
  const publisher = {
    github,
    repository,
    appId: context.appId,
    fence: fenced(async () => (await store.work.stillCurrent(claim)) === "current"),
  };
  const place = { headSha: subject.sha, externalId: claim.key };
  const check = await commitCheck(publisher, store, place);
  const group = await store.trust.mergeGroup(repository.id, subject.sha);
  if (group === undefined) {
    await rewriteIncident(store, { repositoryId: repository.id, check, headSha: subject.sha });
    await store.work.complete(claim, { closed: true });
    return;
  }
  const run: Run = { context, claim, subject, group, github, repository, check };
  if (group.state === "queued") await queuedGroup(run);
  else await goneGroup(run);
}

/**
 * Nobody waits for the answer any more; a check that was opened is not left open. Of a success whose answer is lost it is
 * not known whether it stands.
 */
async function goneGroup({ context, claim, check, group }: Run): Promise<void> {
  const standing = await check.standing();
  const isUnknown = group.state === "left" && standing?.digest === undefined;
  if (standing !== undefined && (standing.conclusion === undefined || isUnknown)) {
    await check.conclude(leftQueueReport);
  }
  await context.store.work.complete(claim, { closed: true });
}

async function queuedGroup(run: Run): Promise<void> {
  const { context, claim, check, subject, repository, group, github } = run;
  const { store } = context;
  const { installationId } = subject;
  const fail = async (error: unknown): Promise<never> => {
    if (!(error instanceof Superseded)) await tellFailure(check, claim, error);
    throw error;
  };
  // Before anything is read: the queue sees that somebody is at work.
  if ((await check.standing()) === undefined) await check.close();
  const judgement = await judgeMergeGroup(
    reviewContextOf(context, { installationId, github, repository }),
    group,
  ).catch(fail);
  if (judgement.kind === "merged") return await goneGroup(run);
  if (judgement.kind === "not-yet") {
    await check.close();
    await store.work.fail(claim, judgement.because);
    return;
  }
  const answer = groupAnswer(judgement, group, context.engine);
  await check.conclude(answer.report).catch(fail);
  const before = await store.decisions.latestVerdictOf(claim.key);
  await store.work.complete(claim, {
    decisions: [
      {
        kind: "verdict",
        verdict: answer.report.conclusion,
        headSha: group.headSha,
        baseSha: group.baseSha,
        body: answer.record,
      },
    ],
    ...(answer.expiresAt === undefined ? {} : { nextRunAt: answer.expiresAt }),
  });
  if (before?.verdict !== answer.report.conclusion) await judgeGroupsAbove(store, subject, group);
}
