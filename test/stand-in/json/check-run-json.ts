import { commitOf } from "../git-objects.ts";
import type { Annotation, CheckRun, CheckSuite, PullRequest, Repository } from "../state.ts";
import { apiUrl, type Json, nodeId, type World, webUrl } from "../world.ts";
import { appJson } from "./account-json.ts";
import { fullName, repositoryJson } from "./repository-json.ts";

/** A check run as `check-run`. */
export function checkRunJson(world: World, repository: Repository, run: CheckRun): Json {
  const url = apiUrl(world, `/repos/${fullName(repository)}/check-runs/${run.id}`);
  const html = webUrl(world, `/${fullName(repository)}/runs/${run.id}`);
  return {
    id: run.id,
    node_id: nodeId("CheckRun", run.id),
    name: run.name,
    head_sha: run.headSha,
    external_id: run.externalId ?? "",
    url,
    html_url: html,
    details_url: run.detailsUrl ?? html,
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.startedAt,
    completed_at: run.completedAt,
    output: {
      title: run.title,
      summary: run.summary,
      text: run.text,
      annotations_count: run.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: run.suite.id },
    app: appJson(world, run.app),
    pull_requests: pullsOf(repository, run.headSha).map((pull) => minimalPullJson(world, pull)),
  };
}

/** A check suite as webhooks show it. Its state is that of its newest run of each name. */
export function checkSuiteJson(world: World, repository: Repository, suite: CheckSuite): Json {
  const runs = [...repository.checkRuns.values()].filter((run) => run.suite === suite);
  const open = runs.find(({ status }) => status !== "completed");
  const failed = runs.find(({ conclusion }) => conclusion !== "success");
  const url = apiUrl(world, `/repos/${fullName(repository)}/check-suites/${suite.id}`);
  return {
    id: suite.id,
    node_id: nodeId("CheckSuite", suite.id),
    head_branch: suite.headBranch,
    head_sha: suite.headSha,
    status: runs.length === 0 ? "queued" : (open?.status ?? "completed"),
    conclusion: runs.length === 0 || open ? null : (failed?.conclusion ?? "success"),
    url,
    before: null,
    after: suite.headSha,
    pull_requests: pullsOf(repository, suite.headSha).map((pull) => minimalPullJson(world, pull)),
    app: appJson(world, suite.app),
    created_at: suite.createdAt,
    updated_at: suite.createdAt,
    head_commit: headCommitJson(repository, suite.headSha),
    rerequestable: true,
    runs_rerequestable: true,
    latest_check_runs_count: runs.length,
    check_runs_url: `${url}/check-runs`,
  };
}

function headCommitJson(repository: Repository, sha: string): Json {
  const { tree, message, author, committer } = commitOf(repository.objects, sha);
  return {
    id: sha,
    tree_id: tree,
    message,
    timestamp: committer.date,
    author: { name: author.name, email: author.email },
    committer: { name: committer.name, email: committer.email },
  };
}

/** An annotation as `check-annotation`. */
export function annotationJson(
  world: World,
  repository: Repository,
  run: CheckRun,
  annotation: Annotation,
): Json {
  return {
    start_column: null,
    end_column: null,
    title: null,
    raw_details: null,
    ...annotation,
    blob_href: webUrl(
      world,
      `/${fullName(repository)}/blob/${run.headSha}/${encodeURI(annotation.path)}`,
    ),
  };
}

/** Open pull requests with this head, from this very repository: GitHub leaves those from forks out. */
function pullsOf(repository: Repository, sha: string): PullRequest[] {
  return [...repository.pulls.values()].filter(
    (pull) => pull.state === "open" && pull.head.sha === sha && pull.head.repository === repository,
  );
}

function minimalPullJson(world: World, pull: PullRequest): Json {
  const { repository, head, base } = pull;
  const { id, url, name } = repositoryJson(world, repository);
  const minimal = { id, url, name };
  return {
    id: pull.id,
    number: pull.number,
    url: apiUrl(world, `/repos/${fullName(repository)}/pulls/${pull.number}`),
    head: { ref: head.ref, sha: head.sha, repo: minimal },
    base: { ref: base.ref, sha: base.sha, repo: minimal },
  };
}
