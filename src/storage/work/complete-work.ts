import { type NewPermit, spendPermit } from "../approvals/permit.ts";
import { type Judgement, recordJudgement } from "../decisions/judgement.ts";
import { takeTurn } from "../decisions/log-chain.ts";
import type { StoreContext } from "../store-context.ts";
import { type AuditedBranch, recordAudit } from "../trust-branch/branch-audit.ts";
import type { Claim } from "./claim.ts";
import { settle } from "./settle.ts";

/** What a worker found, to be written together with the end of its claim. */
export interface Outcome {
  /** A verdict on the subject, incidents found on the way. At most one verdict. */
  readonly decisions?: readonly Judgement[];
  /** Approvals to spend. */
  readonly permits?: readonly NewPermit[];
  /** How far a trust branch was audited. */
  readonly audited?: AuditedBranch;
  /** When to judge the subject again though nothing happens, such as an approval's expiry; in milliseconds. */
  readonly nextRunAt?: number;
  /** True: the pull request is closed or the branch is gone; the subject is followed again with its next event. */
  readonly closed?: boolean;
}

/** What became of it. */
export type Completion =
  | {
      readonly kind: "completed";
      /** For each of `permits`, in order: true when it was spent now, false when it was spent before. */
      readonly spent: readonly boolean[];
      /** True: an event came meanwhile, and the subject is due again at once. */
      readonly superseded: boolean;
    }
  /** Somebody else has claimed the subject, or may: nothing was written. */
  | { readonly kind: "fenced" };

/** Writes the outcome and ends the claim in one transaction: all of it, or, when the claim is fenced, nothing. */
export async function completeWork(
  { db, now: clock }: StoreContext,
  claim: Claim,
  outcome: Outcome,
): Promise<Completion> {
  return await db.transaction().execute(async (transaction): Promise<Completion> => {
    const writesLog = [outcome.permits, outcome.decisions].some((list) => (list ?? []).length > 0);
    if (writesLog) await takeTurn(transaction);
    const now = await clock(transaction);
    const generation = await settle(transaction, claim, {
      nextRunAt: outcome.nextRunAt ?? null,
      now,
      also: { attempts: 0, last_error: null, completed_at: now },
      closed: outcome.closed ?? false,
    });
    if (generation === undefined) return { kind: "fenced" };
    const spent: boolean[] = [];
    for (const permit of outcome.permits ?? []) {
      spent.push(await spendPermit(transaction, permit, now));
    }
    if (outcome.audited !== undefined) {
      await recordAudit(transaction, claim.subject.repositoryId, outcome.audited, now);
    }
    for (const judgement of outcome.decisions ?? []) {
      await recordJudgement(transaction, claim, judgement, now);
    }
    return { kind: "completed", spent, superseded: generation !== claim.generation };
  });
}
