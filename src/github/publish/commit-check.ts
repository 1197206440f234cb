import { createHash } from "node:crypto";
import type { CheckRunReport } from "../../report/review/check-run.ts";
import { withSetupProblems } from "../../report/review/setup-problem.ts";
import type { PublishedCheckRun } from "../../storage/publications.ts";
import type { Store } from "../../storage/store.ts";
import {
  checkRunName,
  concludeCheckRun,
  createConcludedCheckRun,
  openCheckRun,
  reopenCheckRun,
} from "./check-run.ts";
import type { Publisher } from "./publisher.ts";

/** Our one check run on one commit. */
export interface CommitCheck {
  /** What stands there, as far as is known; undefined when there is none yet. */
  standing(): Promise<PublishedCheckRun | undefined>;
  /** Makes sure that the commit is not green while it is judged. */
  close(): Promise<void>;
  /** Writes the answer, unless it stands there already. */
  conclude(report: CheckRunReport): Promise<void>;
}

export interface CommitCheckPlace {
  readonly headSha: string;
  /** Absent: the commit is judged by itself. */
  readonly pullNumber?: number;
  /** Names the subject to GitHub. */
  readonly externalId: string;
}

/** The check run on a commit, which all pull requests with that head share: a check belongs to a commit. */
export async function commitCheck(
  publisher: Publisher,
  store: Store,
  place: CommitCheckPlace,
): Promise<CommitCheck> {
  const where = {
    repositoryId: publisher.repository.id,
    headSha: place.headSha,
    ...(place.pullNumber === undefined ? {} : { pullNumber: place.pullNumber }),
  };
  let published = await store.publications.checkRunOn(where.repositoryId, place.headSha);
  /** True: one may stand there whose id was lost with the answer that named it. */
  let lost = published !== undefined && published.checkRunId === undefined;

  const standing = async (): Promise<PublishedCheckRun | undefined> => {
    if (lost) published = await findCheckRun(publisher, place.headSha);
    lost = false;
    return published;
  };

  const remember = async (checkRun: PublishedCheckRun): Promise<void> => {
    published = checkRun;
    await store.publications.rememberCheckRun(where, checkRun);
  };

  /** Says beforehand that one is created: when its id is lost, it is looked for before another is created. */
  const announced = async (create: () => Promise<number>): Promise<number> => {
    await store.publications.rememberCheckRun(where, {});
    lost = true;
    const checkRunId = await create();
    lost = false;
    return checkRunId;
  };

  /** The id of a check run that is not green. */
  const closed = async (): Promise<number> => {
    const { checkRunId, conclusion } = (await standing()) ?? {};
    if (checkRunId === undefined) {
      const created = await announced(() => openCheckRun(publisher, place));
      await remember({ checkRunId: created });
      return created;
    }
    if (conclusion === "success") {
      await reopenCheckRun(publisher, checkRunId);
      await remember({ checkRunId });
    }
    return checkRunId;
  };

  return {
    standing,
    close: async () => {
      await closed();
    },
    conclude: async (judged) => {
      const report = withSetupProblems(judged, await store.setupProblems.of(where.repositoryId));
      const written = { conclusion: report.conclusion, digest: digestOf(report) };
      const stands = await standing();
      if (stands?.digest === written.digest) return;
      if (stands === undefined && report.annotations.length === 0) {
        const create = (): Promise<number> =>
          createConcludedCheckRun(publisher, { ...place, report });
        return await remember({ checkRunId: await announced(create), ...written });
      }
      const checkRunId = await closed();
      // A success whose answer is lost may stand all the same, and must then be taken back.
      if (written.conclusion === "success") {
        await remember({ checkRunId, conclusion: written.conclusion });
      }
      await concludeCheckRun(publisher, checkRunId, report);
      await remember({ checkRunId, ...written });
    },
  };
}

/** Our newest check run on a commit, whatever subject it was created for. */
async function findCheckRun(
  { github, repository, appId }: Publisher,
  headSha: string,
): Promise<PublishedCheckRun | undefined> {
  const { data } = await github.rest.checks.listForRef({
    owner: repository.owner,
    repo: repository.repo,
    ref: headSha,
    check_name: checkRunName,
    app_id: appId,
    filter: "latest",
    per_page: 100,
  });
  const found = data.check_runs
    .filter(({ app, name }) => app?.id === appId && name === checkRunName)
    .sort((a, b) => b.id - a.id)[0];
  if (found === undefined) return undefined;
  return {
    checkRunId: found.id,
    ...(found.conclusion === null ? {} : { conclusion: found.conclusion }),
  };
}

function digestOf(report: CheckRunReport): string {
  return createHash("sha256").update(JSON.stringify(report)).digest("hex");
}
