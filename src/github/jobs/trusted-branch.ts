import { configOf } from "../../review/gate-config-side.ts";
import type { TrustBranch } from "../../storage/trust-branch/branch-audit.ts";
import type { BranchPush } from "../../storage/trust-branch/branch-push.ts";
import type { ReviewContext } from "../judge/review-pull-request.ts";
import { readGateConfigFile } from "../read/gate-config-file.ts";
import { readBranchTip, readDefaultBranch } from "../read/pull-request.ts";
import { readTree } from "../read/repository-tree.ts";

/** Whether the policy of a branch is obeyed. */
export type Trusted =
  | { readonly kind: "trusted"; readonly branch: TrustBranch; readonly defaultBranch: string }
  | { readonly kind: "not-trusted" }
  /** Nobody knows yet; it is not worth a question before then, milliseconds since the epoch. */
  | { readonly kind: "later"; readonly at: number };

/** Every pull request begins with a branch that is pushed; whether that one is trusted can wait. */
const createdBranchWaitsMs = 600_000;

/**
 * Says whether a branch is trusted: the default branch is, and so are those that its configuration names. Which they are
 * is remembered, and read anew when the default branch has moved.
 */
export async function trustedBranch(
  source: ReviewContext,
  { ref, told }: { readonly ref: string; readonly told: readonly BranchPush[] },
): Promise<Trusted> {
  const { github, repository, store } = source;
  const latest = told.at(-1);
  const defaultBranch = latest?.defaultBranch ?? (await readDefaultBranch(github, repository));
  if (ref === defaultBranch) {
    await learn(source, defaultBranch, latest?.afterSha);
  } else if ((await store.trust.branchesOf(repository.id)) === undefined) {
    const at = latest?.beforeSha === undefined ? (latest?.seenAt ?? 0) + createdBranchWaitsMs : 0;
    if (at > source.now()) return { kind: "later", at };
    const current = latest === undefined ? {} : { current: { ref, seq: latest.seq } };
    await learn(source, defaultBranch, undefined, current);
  }
  const known = await store.trust.branchesOf(repository.id);
  const branch = known?.find((each) => each.ref === ref);
  return branch === undefined
    ? { kind: "not-trusted" }
    : { kind: "trusted", branch, defaultBranch };
}

/** Remembers what the configuration of the default branch says. One that cannot be read says nothing new. */
async function learn(
  { github, repository, store }: ReviewContext,
  defaultBranch: string,
  commit: string | undefined,
  current: Pick<Parameters<typeof store.trust.learn>[1], "current"> = {},
): Promise<void> {
  const tip = commit ?? (await readBranchTip(github, repository, defaultBranch));
  const tree = await readTree(github, repository, tip);
  const side = await readGateConfigFile(github, repository, tree);
  const known = await store.trust.branchesOf(repository.id);
  const branches =
    side.kind === "unreadable"
      ? (known ?? []).map(({ ref }) => ref)
      : (configOf(side)?.branches ?? []);
  await store.trust.learn(repository.id, { defaultBranch, branches, ...current });
}
