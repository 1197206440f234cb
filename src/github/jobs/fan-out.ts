import type { Store } from "../../storage/store.ts";
import type { Claim } from "../../storage/work/claim.ts";
import type { WorkSubject } from "../../storage/work/work-subject.ts";
import { readOpenPullRequests } from "../read/open-pull-requests.ts";
import { greenFirst, type JudgedBefore } from "./green-first.ts";
import type { JobContext } from "./job-context.ts";

/**
 * Judges again every open pull request into a branch that moved, or of a whole repository, those that are green first. They
 * are only made due here; each is judged by itself. GitHub is not asked about a branch that no followed pull request goes into, as the
 * branches that people work on are.
 */
export async function fanOut(
  { store, clientOf }: JobContext,
  claim: Claim,
  subject: WorkSubject & { readonly kind: "branch" | "repository" },
): Promise<void> {
  const { installationId, repositoryId, owner, repo } = subject;
  if (subject.kind === "branch" && !(await isSomebodysBase(store, subject))) {
    await store.work.complete(claim);
    return;
  }
  const github = await clientOf(installationId);
  const base = subject.kind === "branch" ? subject.ref : undefined;
  const pulls = await readOpenPullRequests(github, { id: repositoryId, owner, repo }, base);
  const place = { installationId, repositoryId, owner, repo };
  const judged: JudgedBefore[] = [];
  for (const { number, headSha: sha } of pulls) {
    const verdict = await store.decisions.latestVerdict(repositoryId, number);
    judged.push({ subject: { ...place, kind: "pull-request", number, sha }, verdict });
  }
  for (const pull of greenFirst(judged)) await store.work.enqueue(pull);
  await store.work.complete(claim);
}

/** True when a followed pull request goes into the branch, or may, because no delivery named its base. */
async function isSomebodysBase(
  store: Store,
  { installationId, repositoryId, ref }: WorkSubject & { readonly kind: "branch" },
): Promise<boolean> {
  const tracked = await store.work.subjectsOf(installationId, repositoryId);
  return tracked.some(
    ({ subject }) => subject.kind === "pull-request" && (subject.baseRef ?? ref) === ref,
  );
}
