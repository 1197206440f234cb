import type { TrustBranch } from "../../storage/trust-branch/branch-audit.ts";
import type { BranchPush, RecoveredPush } from "../../storage/trust-branch/branch-push.ts";

/** What is to be done next for a trust branch. */
export type NextLanding =
  /** A push, as it was told. */
  | { readonly kind: "push"; readonly push: BranchPush; readonly reaches: string }
  /** A move that nobody told of, between two that are known. */
  | { readonly kind: "gap"; readonly gap: RecoveredPush }
  /** A push that needs no audit; the branch is audited up to `reaches`. */
  | { readonly kind: "pass"; readonly push: BranchPush; readonly reaches: string }
  /** No push waits. */
  | { readonly kind: "none" };

/**
 * Chooses what to audit next. Webhooks come in any order, twice, or not at all: each push is compared with what it says
 * it moved from, whatever came before; where that was never a tip that is known, the move to it got lost and is audited
 * first. A move that was found to be lost and is told of after all is not audited again.
 */
export function nextLanding(
  { auditedSha, auditedSeq }: Pick<TrustBranch, "auditedSha" | "auditedSeq">,
  told: readonly BranchPush[],
  recovered: readonly RecoveredPush[],
): NextLanding {
  const push = told.find(({ seq }) => seq > auditedSeq);
  if (push === undefined) return { kind: "none" };
  const others = told.filter(({ seq }) => seq !== push.seq);
  const { beforeSha, afterSha } = push;
  const moves = [...others, ...recovered];
  const wasTip =
    beforeSha === auditedSha ||
    moves.some((move) => move.beforeSha === beforeSha || move.afterSha === beforeSha);
  const isLate = others.some((other) => other.seq < push.seq && other.beforeSha === afterSha);
  const overtaken = others.some((other) => other.beforeSha === afterSha);
  const reaches = overtaken && beforeSha !== auditedSha ? (auditedSha ?? afterSha) : afterSha;
  const same = (other: RecoveredPush | BranchPush): boolean =>
    other.beforeSha === beforeSha && other.afterSha === afterSha;
  const toldBefore = told.filter((other) => other.seq < push.seq && same(other)).length;
  if (recovered.filter(same).length > toldBefore) return { kind: "pass", push, reaches };
  if (auditedSha === undefined || beforeSha === undefined) return { kind: "push", push, reaches };
  return wasTip || isLate
    ? { kind: "push", push, reaches }
    : { kind: "gap", gap: { beforeSha: auditedSha, afterSha: beforeSha } };
}

/** Whether known moves lead from one commit to another, so that nothing between them got lost. */
export function isKnownWay(
  from: string,
  to: string,
  moves: readonly { readonly beforeSha?: string; readonly afterSha: string }[],
): boolean {
  const reached = new Set([from]);
  for (const sha of reached) {
    for (const { beforeSha, afterSha } of moves) if (beforeSha === sha) reached.add(afterSha);
  }
  return reached.has(to);
}
