import { type ApprovalWeek, weekTally } from "../../analysis/approval-week/approval-week.ts";
import { newestMoment } from "../../analysis/approval-week/since.ts";
import type { LogEntry } from "../../analysis/platform-log/log-entry.ts";
import { type LogBatches, readLog } from "../../analysis/platform-log/read-log.ts";
import { mostUnpacked } from "../../analysis/simulation/unpacked.ts";
import { readPolicy } from "../../policy/dialects/kortix/read-policy.ts";
import type { Policy } from "../../policy/policy.ts";
import { decodeUtf8 } from "../../policy/source/decode-utf8.ts";
import { comparableArguments } from "../../report/comparable-arguments.ts";
import { messagePhrase } from "../../report/document/message-phrase.ts";
import { phrase } from "../../report/document/phrase.ts";
import { weekIssue } from "../../report/week-issue.ts";
import { corpusPlaces } from "../../review/corpus-places.ts";
import { type GateConfig, gateConfigPath } from "../../review/gate-config.ts";
import { configOf } from "../../review/gate-config-side.ts";
import { readGateConfig } from "../../review/read-gate-config.ts";
import type { GitHubClient, Repository } from "../client.ts";
import { publishWeekIssue } from "../publish/week-issue.ts";
import { fetchBlob } from "../read/blob.ts";
import type { CorpusFile } from "../read/corpus-files.ts";
import { readGateConfigFile } from "../read/gate-config-file.ts";
import { readProjects } from "../read/manifest-files.ts";
import { readPlacedFiles } from "../read/placed-files.ts";
import { readBranchTip } from "../read/pull-request.ts";
import { type RepositoryTree, readTree } from "../read/repository-tree.ts";
import type { InstalledRepository } from "./installed-repository.ts";
import type { SweepContext } from "./sweep-context.ts";

const dayMs = 86_400_000;
/** A configuration is small; one that is larger is not read at the gate either. */
const largestConfig = 1_048_576;

/**
 * Takes note of what the configuration of a repository says about reports, when it is another one than before. It is not kept as
 * the gate keeps it: most repositories want no report, and are asked no more for it.
 */
export async function noteSchedule(
  { store }: Pick<SweepContext, "store">,
  github: GitHubClient,
  { repository, tree }: { readonly repository: Repository; readonly tree: RepositoryTree },
): Promise<void> {
  const entry = tree.entries.get(gateConfigPath);
  const before = await store.weekReports.configSha(repository.id);
  if ((entry?.sha ?? "") === (before ?? "")) return;
  const isReadable = entry?.type === "blob" && (entry.size ?? 0) <= largestConfig;
  const bytes = isReadable ? await fetchBlob(github, repository, entry) : new Uint8Array();
  const { value: text = "" } = decodeUtf8(gateConfigPath, bytes);
  const { value: config } = readGateConfig({ path: gateConfigPath, text });
  await store.weekReports.schedule(repository.id, {
    configSha: entry?.sha ?? "",
    everyMs: config?.report?.every,
  });
}

/** Writes the report of a repository as an issue if one is due. What keeps it from that is said in the log, and it is tried again. */
export async function writeDueReport(
  context: SweepContext,
  github: GitHubClient,
  { repositoryId, owner, repo, defaultBranch }: InstalledRepository,
): Promise<void> {
  const { store, appId, log, saidOnce } = context;
  const repository = { id: repositoryId, owner, repo };
  const what = `report of ${repositoryId}`;
  try {
    const due = await store.weekReports.take(repositoryId);
    if (due === undefined) return;
    const tree = await readTree(
      github,
      repository,
      await readBranchTip(github, repository, defaultBranch),
    );
    const config = configOf(await readGateConfigFile(github, repository, tree));
    if (config?.report === undefined) return await store.weekReports.postpone(repositoryId);
    const issue = await issueOf(context, { github, repository, tree, config }, due.after);
    const posted = await publishWeekIssue({ github, repository, appId }, issue, {
      after: due.after,
      before: due.issueNumber,
    });
    if (posted.kind === "posted") {
      await store.weekReports.posted(repositoryId, posted.number);
      log.info({ repository: repositoryId, issue: posted.number }, "a report was written");
      return;
    }
    await store.weekReports.postpone(repositoryId);
    log.warn(
      { repository: repositoryId, status: posted.status },
      "a report could not be written as an issue: the app needs the permission `issues: write`, and the repository must have issues",
    );
  } catch (error) {
    saidOnce(what, error, "a report could not be written");
  }
}

interface Reported {
  readonly github: GitHubClient;
  readonly repository: Repository;
  readonly tree: RepositoryTree;
  readonly config: GateConfig;
}

async function issueOf(context: SweepContext, reported: Reported, after: number) {
  const { config } = reported;
  const { files, faults } = await readPlacedFiles(
    { ...reported, corpusRoot: context.corpusRoot },
    { tree: reported.tree, globs: corpusPlaces(config.report?.log ?? []) },
  );
  const policy = await policyOf(reported);
  const log = (): LogBatches => logOf(files, policy);
  const newest = await newestMoment(log());
  const every = config.report?.every ?? dayMs;
  const tally = weekTally({
    ...(policy === undefined ? {} : { policy }),
    ...(newest === undefined ? {} : { from: newest - every }),
    shown: (call) =>
      comparableArguments(call, {
        policies: policy === undefined ? [] : [policy],
        redact: config.redact,
      }),
  });
  for await (const entries of log()) for (const entry of entries) tally.take(entry);
  const week: ApprovalWeek = tally.result();
  return weekIssue(
    week,
    {
      days: Math.round(every / dayMs),
      newest,
      files: files.map(({ path }) => path),
      faults: faults.map(
        ({ path, because }) =>
          phrase`Not read: the log ${path}, because it ${messagePhrase(because)}.`,
      ),
    },
    after,
  );
}

/** The policy of the repository, where it has one alone. */
async function policyOf({
  github,
  repository,
  tree,
  config,
}: Reported): Promise<Policy | undefined> {
  const projects = await readProjects(
    { github, repository },
    { base: tree, head: tree },
    config.manifest,
  );
  const [project, ...others] = projects;
  if (project === undefined || others.length > 0 || project.base.root === undefined)
    return undefined;
  return readPolicy([...project.base.files], { root: project.base.root }).value;
}

async function* logOf(
  files: readonly CorpusFile[],
  policy: Policy | undefined,
): AsyncGenerator<readonly LogEntry[], void, undefined> {
  for (const file of files) {
    yield* readLog({ file: file.path, most: mostUnpacked, policy }, file.chunks());
  }
}
