import type { Store } from "../../storage/store.ts";
import type { TrackedWork } from "../../storage/work/tracked-work.ts";
import type { SubjectRepository, WorkSubject } from "../../storage/work/work-subject.ts";
import { type GitHubClient, statusOf } from "../client.ts";
import { type OpenPullRequest, readOpenPullRequests } from "../read/open-pull-requests.ts";
import { readBranchTip } from "../read/pull-request.ts";
import type { InstalledRepository } from "./installed-repository.ts";
import { hasRested, isWaiting, reasonToJudge } from "./reason-to-judge.ts";
import type { Spread } from "./spread.ts";
import type { AskedPull, SweepMemory, SweptRepository } from "./sweep-memory.ts";

/** What a sweep of one repository needs. */
export interface RepositorySweep {
  readonly store: Store;
  readonly github: GitHubClient;
  readonly repository: InstalledRepository;
  readonly memory: SweepMemory;
  readonly spread: Spread;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** How long tips are believed while GitHub tells of no push, in milliseconds. */
const tipsHoldMs = 3_600_000;
/** Guarded branches are few; the tips of others are not worth asking for. */
const branchesRead = 10;

/**
 * Makes due what was missed in a repository: pull requests that were never judged or not since they moved, those that
 * are followed and closed now, and the whole repository when its default branch moved without our being told. One
 * request when nothing moved. Returns how many subjects were made due.
 */
export async function sweepRepository(sweep: RepositorySweep): Promise<number> {
  const { store, github, repository, memory, now } = sweep;
  const place = { id: repository.repositoryId, owner: repository.owner, repo: repository.repo };
  const before = memory.get(repository.repositoryId);
  const pulls = await readOpenPullRequests(github, place);
  const tracked = await store.work.subjectsOf(repository.installationId, repository.repositoryId);
  const { tips, tipsReadAt } = await currentTips(sweep, pulls, tracked);
  const branches = movedBranches(repository, tracked, { tips, now });
  for (const subject of branches) await store.work.enqueue(subject);
  const asked = await judgeMissed(sweep, { pulls, tracked, tips, before });
  const closed = await closeMissed(sweep, pulls, tracked);
  memory.set(repository.repositoryId, {
    sweptAt: now,
    pushedAt: repository.pushedAt,
    tips,
    tipsReadAt,
    asked: asked.all,
  });
  return branches.length + asked.made + closed;
}

/** Tips of the branches that something is open into or is known of; none are read while nothing was pushed. */
async function currentTips(
  { github, repository, memory, now }: RepositorySweep,
  pulls: readonly OpenPullRequest[],
  tracked: readonly TrackedWork[],
): Promise<Pick<SweptRepository, "tips" | "tipsReadAt">> {
  const { repositoryId, owner, repo, defaultBranch, pushedAt } = repository;
  const known = tracked.flatMap(({ subject }) => {
    return subject.kind === "repository" ? [defaultBranch] : (refOf(subject) ?? []);
  });
  const wanted = [...new Set([...known, ...pulls.map(({ baseRef }) => baseRef)])];
  const before = memory.get(repositoryId);
  const holds =
    before !== undefined &&
    before.pushedAt !== null &&
    before.pushedAt === pushedAt &&
    before.tipsReadAt > now - tipsHoldMs &&
    wanted.every((branch) => before.tips.has(branch));
  if (holds) return before;
  const tips = new Map<string, string>();
  for (const branch of wanted.slice(0, branchesRead)) {
    const tip = await readBranchTip(github, { id: repositoryId, owner, repo }, branch).catch(
      (error: unknown) => {
        if (statusOf(error) === 404) return undefined;
        throw error;
      },
    );
    if (tip !== undefined) tips.set(branch, tip);
  }
  return { tips, tipsReadAt: now };
}

/** Branches that moved since the last delivery that spoke of them, and such work as was given up and has rested. */
function movedBranches(
  repository: InstalledRepository,
  tracked: readonly TrackedWork[],
  { tips, now }: { readonly tips: ReadonlyMap<string, string>; readonly now: number },
): readonly WorkSubject[] {
  return tracked.flatMap((work): WorkSubject[] => {
    const { subject } = work;
    const branch = subject.kind === "repository" ? repository.defaultBranch : refOf(subject);
    if (branch === undefined || isWaiting(work, now)) return [];
    const tip = tips.get(branch);
    const moved = tip !== undefined && subject.sha !== undefined && subject.sha !== tip;
    const givenUp = work.lastError !== undefined && hasRested(work, now);
    if (!moved && !givenUp) return [];
    return [{ ...subject, ...namesOf(repository), ...(tip === undefined ? {} : { sha: tip }) }];
  });
}

function refOf(subject: WorkSubject): string | undefined {
  return "ref" in subject ? subject.ref : undefined;
}

async function judgeMissed(
  { store, repository, spread, now }: RepositorySweep,
  seen: {
    readonly pulls: readonly OpenPullRequest[];
    readonly tracked: readonly TrackedWork[];
    readonly tips: ReadonlyMap<string, string>;
    readonly before: SweptRepository | undefined;
  },
): Promise<{ readonly made: number; readonly all: ReadonlyMap<number, AskedPull> }> {
  const all = new Map<number, AskedPull>();
  let made = 0;
  for (const pull of seen.pulls) {
    const earlier = seen.before?.asked.get(pull.number);
    if (earlier !== undefined) all.set(pull.number, earlier);
    if (earlier !== undefined && earlier.dueAt > now) continue;
    const reason = reasonToJudge({
      pull,
      tracked: trackedPull(seen.tracked, pull.number),
      verdict: await store.decisions.latestVerdict(repository.repositoryId, pull.number),
      baseTip: seen.tips.get(pull.baseRef),
      now,
    });
    if (reason === undefined) continue;
    // What touched it was looked at once: whatever it is that stays newer than the verdict is no news.
    if (reason === "touched" && earlier?.updatedAt === pull.updatedAt) continue;
    const dueAt = spread.take(repository.installationId, now);
    const { number, headSha: sha, baseRef, updatedAt } = pull;
    const subject = { ...namesOf(repository), kind: "pull-request" as const, number, sha, baseRef };
    await store.work.enqueue(subject, { dueAt });
    all.set(number, { dueAt, updatedAt });
    made += 1;
  }
  return { made, all };
}

/** Followed pull requests that are open no more: judging them once more closes their work and spends approvals. */
async function closeMissed(
  { store, repository, now }: RepositorySweep,
  pulls: readonly OpenPullRequest[],
  tracked: readonly TrackedWork[],
): Promise<number> {
  const open = new Set(pulls.map(({ number }) => number));
  const gone = tracked.filter(
    (work) =>
      work.subject.kind === "pull-request" &&
      !open.has(work.subject.number) &&
      !isWaiting(work, now) &&
      (work.lastError === undefined || hasRested(work, now)),
  );
  for (const { subject } of gone) {
    await store.work.enqueue({ ...subject, ...namesOf(repository) });
  }
  return gone.length;
}

function trackedPull(tracked: readonly TrackedWork[], number: number): TrackedWork | undefined {
  return tracked.find(
    ({ subject }) => subject.kind === "pull-request" && subject.number === number,
  );
}

/** The repository as it is named now; the row of a subject may hold an older name. */
function namesOf({ installationId, repositoryId, owner, repo }: SubjectRepository) {
  return { installationId, repositoryId, owner, repo };
}
