import type { AuditedBranch, TrustBranch } from "../../storage/trust-branch/branch-audit.ts";
import type { BranchPush } from "../../storage/trust-branch/branch-push.ts";
import type { Claim } from "../../storage/work/claim.ts";
import type { WorkSubject } from "../../storage/work/work-subject.ts";
import { judgeLanding } from "../judge/judge-landing.ts";
import type { Landing } from "../judge/landing.ts";
import { orNotYet } from "../judge/not-yet.ts";
import type { ReviewContext } from "../judge/review-pull-request.ts";
import { fenced } from "../publish/fence.ts";
import type { Publisher } from "../publish/publisher.ts";
import { readBranchTip } from "../read/pull-request.ts";
import { type JobContext, reviewContextOf } from "./job-context.ts";
import { publishIncident } from "./landing-incident.ts";
import { isKnownWay, nextLanding } from "./next-landing.ts";
import { trustedBranch } from "./trusted-branch.ts";

/** Everything that belongs to one run of the job. */
interface Run {
  readonly context: JobContext;
  readonly claim: Claim;
  readonly ref: string;
  readonly source: ReviewContext;
}

/** How often a move that nobody approved is looked at again before it is an incident: GitHub may tell late of a merge. */
const patience = 3;

/**
 * Audits what landed on a branch, one move at a time, in the order in which moves became known: what was approved uses
 * its approvals up, anything else is an incident. A branch that nobody trusts is left alone.
 */
export async function trustBranchJob(
  context: JobContext,
  claim: Claim,
  subject: WorkSubject & { readonly kind: "trust-branch" },
): Promise<void> {
  const { store } = context;
  const { installationId, repositoryId, owner, repo, ref } = subject;
  const github = await context.clientOf(installationId);
  const repository = { id: repositoryId, owner, repo };
  const source = reviewContextOf(context, { installationId, github, repository });
  const run: Run = { context, claim, ref, source };
  const { told, recovered } = await store.trust.pushesOf(repositoryId, ref);
  const trusted = await trustedBranch(source, { ref, told });
  if (trusted.kind !== "trusted") {
    const later = trusted.kind === "later" ? { nextRunAt: trusted.at } : { closed: true };
    await store.work.complete(claim, later);
    return;
  }
  const { branch, defaultBranch } = trusted;
  const next = nextLanding(branch, told, recovered);
  switch (next.kind) {
    case "none":
      return await lookAtTip(run, branch, [...told, ...recovered]);
    case "pass":
      return await audited(run, { ref, sha: next.reaches, seq: next.push.seq });
    case "gap": {
      const { beforeSha, afterSha } = next.gap;
      const gap = { ref, beforeSha, afterSha, pusher: undefined, seenAt: undefined };
      return await audit(run, gap, { ref, sha: afterSha, recovered: next.gap });
    }
    case "push": {
      const from = await beforeOf(run, next.push, { branch, defaultBranch });
      const after: AuditedBranch = { ref, sha: next.reaches, seq: next.push.seq };
      if (from === undefined) return await audited(run, after);
      const { afterSha, pusher, seenAt } = next.push;
      return await audit(run, { ref, beforeSha: from, afterSha, pusher, seenAt }, after);
    }
  }
}

/** A push that creates a branch is compared with what the branch held before, or else with the default branch. */
async function beforeOf(
  { ref, source }: Run,
  { beforeSha }: BranchPush,
  { branch, defaultBranch }: { readonly branch: TrustBranch; readonly defaultBranch: string },
): Promise<string | undefined> {
  const before = beforeSha ?? branch.auditedSha;
  if (before !== undefined || ref === defaultBranch) return before;
  return await readBranchTip(source.github, source.repository, defaultBranch);
}

/** No push waits: a tip that nobody told of is found by looking. A branch that was never audited is, from its tip on. */
async function lookAtTip(
  run: Run,
  { auditedSha, auditedSeq: seq }: TrustBranch,
  moves: Parameters<typeof isKnownWay>[2],
): Promise<void> {
  const { ref, source } = run;
  const tip = await readBranchTip(source.github, source.repository, ref);
  if (auditedSha === undefined || isKnownWay(auditedSha, tip, moves)) {
    await audited(run, { ref, sha: tip, seq });
    return;
  }
  const move = { beforeSha: auditedSha, afterSha: tip };
  const landing = { ref, ...move, pusher: undefined, seenAt: undefined };
  await audit(run, landing, { ref, sha: tip, seq, recovered: move });
}

/** Audits one move and notes that it was. */
async function audit(run: Run, landing: Landing, after: AuditedBranch): Promise<void> {
  const { context, claim, source } = run;
  const judgement = await orNotYet(judgeLanding(source, landing));
  if (judgement.kind === "not-yet") {
    await context.store.work.fail(claim, judgement.because);
    return;
  }
  if (judgement.kind !== "unapproved") {
    const permits = judgement.kind === "approved" ? judgement.permits : [];
    return await audited(run, after, { permits });
  }
  if (claim.attempts < patience) {
    await context.store.work.fail(claim, "what landed is not known to be approved yet");
    return;
  }
  const { store, appId, engine, log } = context;
  const { github, repository } = source;
  const fence = fenced(async () => (await store.work.stillCurrent(claim)) !== "fenced");
  const publisher: Publisher = { github, repository, appId, fence };
  const place = { store, publisher, externalId: claim.key, engine };
  const incident = await publishIncident(place, landing, judgement);
  log.warn({ work: claim.key, commit: landing.afterSha }, "landed without approval");
  await audited(run, after, { permits: judgement.permits, decisions: [incident] });
}

/** Ends this audit; where more pushes wait, the next one comes at once. */
async function audited(
  { context: { store, now }, claim, ref }: Run,
  after: AuditedBranch,
  found: Pick<Parameters<typeof store.work.complete>[1] & object, "permits" | "decisions"> = {},
): Promise<void> {
  const { told } = await store.trust.pushesOf(claim.subject.repositoryId, ref);
  const seq = after.seq ?? 0;
  const waits = after.recovered !== undefined || told.some((push) => push.seq > seq);
  await store.work.complete(claim, {
    ...found,
    audited: after,
    ...(waits ? { nextRunAt: now() } : {}),
  });
}
