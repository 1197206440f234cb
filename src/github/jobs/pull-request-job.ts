import { createHash } from "node:crypto";
import type { WorkSubject } from "../../storage/work/work-subject.ts";
import type { Claim } from "../../storage/work/claim.ts";
import type { GitHubClient, Repository } from "../client.ts";
import { judgePullRequest } from "../judge/judge-pull-request.ts";
import { type CommitCheck, commitCheck } from "../publish/commit-check.ts";
import { fenced, Superseded } from "../publish/fence.ts";
import type { Publisher } from "../publish/publisher.ts";
import { type PullRequest, readBranchTip, readPullRequest } from "../read/pull-request.ts";
import { errorReport } from "../../report/review/plain-report.ts";
import { publishComment } from "../publish/comment.ts";
import { requestReviews } from "../publish/review-requests.ts";
import { answerTo, type Answer } from "./answer.ts";
import { closedPullRequest } from "./closed-pull-request.ts";
import type { JobContext } from "./job-context.ts";
import { blockingSiblings, judgeSiblings } from "./siblings.ts";

/** Everything that belongs to one run of the job. */
interface Run {
  readonly context: JobContext;
  readonly claim: Claim;
  readonly github: GitHubClient;
  readonly repository: Repository;
  readonly publisher: Publisher;
  readonly pull: PullRequest;
  readonly check: CommitCheck;
}

/**
 * Judges one pull request and publishes the answer: closed first, then annotations and comment, the conclusion last.
 * Whatever is thrown on the way ends in a check run that is not success.
 */
export async function pullRequestJob(
  context: JobContext,
  claim: Claim,
  subject: WorkSubject & { readonly kind: "pull-request" },
): Promise<void> {
  const { store } = context;
  const github = await context.clientOf(subject.installationId);
  const repository = { id: subject.repositoryId, owner: subject.owner, repo: subject.repo };
  const pull = await readPullRequest(github, repository, subject.number);
  if (pull.state === "closed") {
    const outcome = await closedPullRequest(store, repository, pull);
    await judgeSiblings(context, github, subject, pull);
    await store.work.complete(claim, outcome);
    return;
  }
  const publisher: Publisher = {
    github,
    repository,
    appId: context.appId,
    fence: fenced(async () => (await store.work.stillCurrent(claim)) === "current"),
  };
  const check = await commitCheck(publisher, store, {
    headSha: pull.headSha,
    pullNumber: pull.number,
    externalId: claim.key,
  });
  const run: Run = { context, claim, github, repository, publisher, pull, check };
  try {
    await judgeAndPublish(run);
  } catch (error) {
    if (error instanceof Superseded) throw error;
    await check.conclude(errorReport(reasonOf(error), incidentOf(claim, error)));
    throw error;
  }
}

async function judgeAndPublish(run: Run): Promise<void> {
  const { context, claim, github, repository, pull, check } = run;
  const { store, now } = context;
  const judgement = await judgePullRequest(
    { github, repository, store, now, onTouched: () => check.close() },
    pull,
  );
  if (judgement.kind === "not-yet") {
    await check.close();
    await store.work.fail(claim, judgement.because);
    return;
  }
  const answer = answerTo(judgement, pull);
  await writeComment(run, answer);
  await check.conclude(await finalReport(run, answer));
  await askOwners(run, answer);
  await store.work.complete(claim, {
    decisions: [
      {
        kind: "verdict",
        verdict: answer.report.conclusion,
        headSha: pull.headSha,
        ...(answer.baseSha === undefined ? {} : { baseSha: answer.baseSha }),
        body: answer.record,
      },
    ],
    ...(answer.expiresAt === undefined ? {} : { nextRunAt: answer.expiresAt }),
  });
}

/** The comment goes before the conclusion, so that no conclusion stands without its reasons. */
async function writeComment(run: Run, answer: Answer): Promise<void> {
  const { publisher, repository, pull } = run;
  const { publications } = run.context.store;
  const known = await publications.publicationOf(repository.id, pull.number);
  const body =
    answer.comment ?? (known.commentId === undefined ? undefined : answer.closingComment);
  if (body === undefined) return;
  const commentDigest = createHash("sha256").update(body).digest("hex");
  if (known.commentDigest === commentDigest) return;
  const commentId = await publishComment(publisher, {
    pullNumber: pull.number,
    knownId: known.commentId,
    body,
  });
  const place = { repositoryId: repository.id, pullNumber: pull.number };
  await publications.rememberComment({ ...place, commentId, commentDigest });
}

/** Asks the owners that were not awaited before. Last, because GitHub's client spaces requests that notify people. */
async function askOwners({ context, publisher, repository, pull }: Run, answer: Answer): Promise<void> {
  const before = await context.store.decisions.latestVerdict(repository.id, pull.number);
  const refused = await requestReviews(publisher, pull, answer.newlyAwaited(before));
  for (const { text } of refused) {
    context.log.warn({ pull: pull.number, owner: text }, "GitHub refused a review request");
  }
}

/**
 * A success is believed only while nothing has moved: the head and the base are read once more, and every other open
 * pull request with the same head must be open as well.
 */
async function finalReport(run: Run, answer: Answer): Promise<Answer["report"]> {
  const { context, github, repository, pull, check } = run;
  if (answer.report.conclusion !== "success") return answer.report;
  const shared = check.published() !== undefined || answer.kind === "no-trust-branch";
  const siblings = shared ? await blockingSiblings(context.store, { github, repository, pull }) : undefined;
  if (siblings !== undefined) return siblings;
  if (answer.baseSha !== undefined) {
    const again = await readPullRequest(github, repository, pull.number);
    const baseTip = await readBranchTip(github, repository, again.baseRef);
    if (again.headSha !== pull.headSha || again.baseRef !== pull.baseRef || baseTip !== answer.baseSha) {
      throw new Superseded("the pull request or its base moved while it was judged");
    }
  }
  return answer.report;
}

/** One line that says what failed, without anything that a person wrote. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const line = message.split("\n", 1)[0] ?? "";
  return line.replace(/[`<>@#|[\]]/g, " ").slice(0, 300);
}

/** The same failure of the same work has the same incident. */
function incidentOf(claim: Claim, error: unknown): string {
  return createHash("sha256").update(`${claim.key} ${reasonOf(error)}`).digest("hex").slice(0, 12);
}
