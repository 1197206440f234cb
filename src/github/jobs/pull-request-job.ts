import { createHash } from "node:crypto";
import { landedReport } from "../../report/review/incident-report.ts";
import type { OwnerName } from "../../review/owner.ts";
import type { Claim } from "../../storage/work/claim.ts";
import type { WorkSubject } from "../../storage/work/work-subject.ts";
import type { GitHubClient, Repository } from "../client.ts";
import { judgePullRequest } from "../judge/judge-pull-request.ts";
import { sawOpening } from "../judge/witnessed-reviews.ts";
import { publishComment } from "../publish/comment.ts";
import { type CommitCheck, commitCheck } from "../publish/commit-check.ts";
import { demandCurrent, fenced, Superseded } from "../publish/fence.ts";
import type { Publisher } from "../publish/publisher.ts";
import { requestReviews } from "../publish/review-requests.ts";
import { type Showing, showing } from "../publish/showing.ts";
import { readOpenPullRequests } from "../read/open-pull-requests.ts";
import { type PullRequest, readBranchTip, readPullRequest } from "../read/pull-request.ts";
import { type Answer, answerTo } from "./answer.ts";
import { behindWebhooks } from "./behind-webhooks.ts";
import { failureFields } from "./failure-fields.ts";
import { type JobContext, reviewContextOf } from "./job-context.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { judgeGroupsOf } from "./queued-groups.ts";
import { attemptLimit } from "./retry-time.ts";
import { blockingSiblings, judgeSiblings, judgeSiblingsLeftBehind } from "./siblings.ts";
import { tellFailure } from "./tell-failure.ts";

type Subject = WorkSubject & { readonly kind: "pull-request" };

/** Everything that belongs to one run of the job. */
interface Run {
  readonly context: JobContext;
  readonly claim: Claim;
  readonly subject: Subject;
  readonly github: GitHubClient;
  readonly repository: Repository;
  readonly publisher: Publisher;
  /** False once a newer event came, or another instance took over. */
  readonly isCurrent: () => Promise<boolean>;
  readonly showing: Showing;
}

/** A run on an open pull request. */
interface OpenRun extends Run {
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
  subject: Subject,
): Promise<void> {
  const { store } = context;
  const github = await context.clientOf(subject.installationId);
  const repository = { id: subject.repositoryId, owner: subject.owner, repo: subject.repo };
  const isCurrent = async (): Promise<boolean> =>
    (await store.work.stillCurrent(claim)) === "current";
  const shown = showing();
  const publisher: Publisher = {
    github,
    repository,
    appId: context.appId,
    fence: fenced(isCurrent, shown.onSent),
  };
  const run: Run = {
    context,
    claim,
    subject,
    github,
    repository,
    publisher,
    isCurrent,
    showing: shown,
  };
  const pull = await readOrClose(run);
  if (!pull.merged) await judgeGroupsOf(store, subject, pull.number);
  const behind = await behindWebhooks(store, claim, { subject, pull });
  if (behind !== undefined) {
    for (const headSha of new Set([pull.headSha, subject.sha ?? pull.headSha])) {
      await closeGreen(await checkOn(run, headSha));
    }
    await store.work.fail(claim, behind);
    return;
  }
  if (pull.state === "closed") {
    await judgeSiblings(context, github, subject, pull);
    await store.work.complete(claim, { closed: true });
    return;
  }
  // Pull requests with the same head share its check: what one reads of the other must not change meanwhile.
  await oneAtATime(store.work, { claim, headSha: pull.headSha }, async () => {
    const check = await checkOn(run, pull.headSha);
    await openPullRequest({ ...run, pull, check });
  });
}

/** Reads the pull request. Where that fails, the head that the last delivery spoke of does not stay green. */
async function readOrClose(run: Run): Promise<PullRequest> {
  const { claim, github, repository, subject } = run;
  try {
    return await readPullRequest(github, repository, subject.number);
  } catch (error) {
    const check = subject.sha === undefined ? undefined : await checkOn(run, subject.sha);
    const isGreen = (await check?.standing())?.conclusion === "success";
    if (check !== undefined && (isGreen || claim.attempts >= attemptLimit)) {
      await tellFailure(check, claim, error);
    }
    throw error;
  }
}

function checkOn(
  { context, claim, publisher, subject }: Run,
  headSha: string,
): Promise<CommitCheck> {
  const place = { headSha, pullNumber: subject.number, externalId: claim.key };
  return commitCheck(publisher, context.store, place);
}

/** Takes back a success that may be one of something else. */
async function closeGreen(check: CommitCheck): Promise<void> {
  if ((await check.standing())?.conclusion === "success") await check.close();
}

async function openPullRequest(run: OpenRun): Promise<void> {
  const { context, claim, github, repository, pull, check } = run;
  const { store } = context;
  const answer = await answered(run).catch(async (error: unknown) => {
    if (error instanceof Superseded) throw error;
    await tellFailure(check, claim, error);
    throw error;
  });
  if (answer === undefined) return;
  const before = await store.decisions.latestVerdict(repository.id, pull.number);
  await judgeSiblingsLeftBehind(context, github, run.subject, { before, headSha: pull.headSha });
  await store.work.complete(claim, {
    decisions: [
      {
        kind: "verdict",
        verdict: answer.report.conclusion,
        headSha: pull.headSha,
        ...(answer.baseSha === undefined ? {} : { baseSha: answer.baseSha }),
        shownForMs: run.showing.forMs(),
        body: answer.record,
      },
    ],
    ...(answer.expiresAt === undefined ? {} : { nextRunAt: answer.expiresAt }),
  });
  await askOwners(run, answer.newlyAwaited(before));
}

/** Judges and publishes. Undefined when there is no answer yet and the work is to be tried again. */
async function answered(run: OpenRun): Promise<Answer | undefined> {
  const { context, claim, github, repository, pull, check } = run;
  const { store } = context;
  const { installationId } = run.subject;
  const judgement = await judgePullRequest(
    {
      ...reviewContextOf(context, { installationId, github, repository }),
      demandCurrent: () => demandCurrent(run.isCurrent),
      onTouched: () => check.close(),
    },
    pull,
  );
  if (judgement.kind === "not-yet") {
    if (claim.attempts >= attemptLimit) throw new Error(judgement.because);
    await check.close();
    await store.work.fail(claim, judgement.because);
    return undefined;
  }
  const answer = answerTo(judgement, pull, context.engine);
  await writeComment(run, answer);
  const report = await finalReport(run, answer);
  run.showing.begin();
  await check.conclude(report);
  return answer;
}

/** The comment goes before the conclusion, so that no conclusion stands without its reasons. */
async function writeComment(run: OpenRun, answer: Answer): Promise<void> {
  const { publisher, repository, pull } = run;
  const { publications } = run.context.store;
  const known = await publications.publicationOf(repository.id, pull.number);
  const mayExist = known.commentId !== undefined || known.commentIsAnnounced;
  const body = answer.comment ?? (mayExist ? answer.closingComment : undefined);
  if (body === undefined) return;
  const commentDigest = createHash("sha256").update(body).digest("hex");
  if (known.commentDigest === commentDigest) return;
  const place = { repositoryId: repository.id, pullNumber: pull.number };
  const history = await run.context.store.approvals.sightingsOf(repository.id, pull.number);
  const isFirst = !mayExist && sawOpening(history);
  if (isFirst) await publications.announceComment(place);
  const commentId = await publishComment(publisher, {
    pullNumber: pull.number,
    knownId: known.commentId,
    isFirst,
    body,
  });
  await publications.rememberComment({ ...place, commentId, commentDigest });
}

/**
 * Asks owners who were not awaited at the verdict before. It comes after the verdict is on record: GitHub's client spaces
 * requests that notify people by seconds, and an approval given meanwhile must find what it approves. The comment names
 * the owners, so a request that fails is only logged.
 */
async function askOwners(
  { context, github, repository, pull }: OpenRun,
  owners: readonly OwnerName[],
): Promise<void> {
  const { log } = context;
  try {
    const refused = await requestReviews({ github, repository }, pull, owners);
    for (const { text } of refused) {
      log.warn({ pull: pull.number, owner: text }, "GitHub refused a review request");
    }
  } catch (error) {
    log.warn({ pull: pull.number, ...failureFields(error) }, "owners could not be asked");
  }
}

/**
 * A success is believed only while nothing has moved: the head and the base are read once more, from the list that also
 * shows the other open pull requests with the same head, which must be open for a merge as well.
 */
async function finalReport(run: OpenRun, answer: Answer): Promise<Answer["report"]> {
  const { context, github, repository, pull, check } = run;
  if (answer.report.conclusion !== "success") return answer.report;
  if (answer.kind !== "reviewed" && (await hasIncident(run))) return landedReport;
  const shared = answer.kind === "no-trust-branch" || (await check.standing()) !== undefined;
  if (!shared && answer.baseSha === undefined) return answer.report;
  const open = await readOpenPullRequests(github, repository);
  const siblings = await blockingSiblings(context.store, { repository, pull, open });
  if (siblings !== undefined) return siblings;
  if (answer.baseSha !== undefined) {
    const listed = open.find(({ number }) => number === pull.number);
    const again = listed ?? (await readPullRequest(github, repository, pull.number));
    const baseTip = await readBranchTip(github, repository, again.baseRef);
    if (
      again.headSha !== pull.headSha ||
      again.baseRef !== pull.baseRef ||
      baseTip !== answer.baseSha
    ) {
      throw new Superseded("the pull request or its base moved while it was judged");
    }
  }
  return answer.report;
}

/** A commit that landed without approval does not turn green because it goes somewhere else too. */
async function hasIncident({ context, repository, pull }: OpenRun): Promise<boolean> {
  const { decisions } = context.store;
  return (await decisions.incidentOn(repository.id, pull.headSha)) !== undefined;
}
