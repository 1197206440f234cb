import { ProbotOctokit } from "probot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Scene, startScene } from "./scene.ts";

/** The client that the app uses, without its throttle: whatever it reads and writes, nothing departs from GitHub's description. */
let octokit: ProbotOctokit;
let scene: Scene;
const here = { owner: "acme", repo: "agents" };
const pull = { ...here, pull_number: 1 };

beforeAll(async () => {
  scene = await startScene();
  await scene.github.requireCheck({ repository: "acme/agents", mergeQueue: true, from: "ours" });
  const { id: appId, privateKey } = scene.github.app;
  const client = (installationId?: number) =>
    new ProbotOctokit({
      auth: { appId, privateKey, ...(installationId === undefined ? {} : { installationId }) },
      baseUrl: `${scene.github.url}/api/v3`,
      throttle: { enabled: false },
    });
  const [installation] = (await client().rest.apps.listInstallations()).data;
  octokit = client(installation?.id);
});
afterAll(() => scene.github.close());

const reads: [string, () => Promise<{ data: unknown }>][] = [
  ["repository", () => octokit.rest.repos.get(here)],
  ["repositories", () => octokit.rest.apps.listReposAccessibleToInstallation()],
  ["pull requests", () => octokit.rest.pulls.list({ ...here, head: "acme:loosen", base: "main" })],
  ["pull request", () => octokit.rest.pulls.get(pull)],
  ["its commits", () => octokit.rest.pulls.listCommits(pull)],
  ["its files", () => octokit.rest.pulls.listFiles(pull)],
  ["its reviews", () => octokit.rest.pulls.listReviews(pull)],
  ["its reviewers", () => octokit.rest.pulls.listRequestedReviewers(pull)],
  ["ref", () => octokit.rest.git.getRef({ ...here, ref: "heads/main" })],
  ["ref of a pull request", () => octokit.rest.git.getRef({ ...here, ref: "pull/1/head" })],
  ["tree", () => octokit.rest.git.getTree({ ...here, tree_sha: "main", recursive: "1" })],
  ["commit", () => octokit.rest.repos.getCommit({ ...here, ref: "loosen" })],
  ["git commit", () => octokit.rest.git.getCommit({ ...here, commit_sha: scene.head })],
  [
    "comparison",
    () => octokit.rest.repos.compareCommitsWithBasehead({ ...here, basehead: "main...loosen" }),
  ],
  [
    "pull requests of a commit",
    () =>
      octokit.rest.repos.listPullRequestsAssociatedWithCommit({ ...here, commit_sha: scene.head }),
  ],
  ["combined rules", () => octokit.rest.repos.getBranchRules({ ...here, branch: "main" })],
  ["rulesets", () => octokit.rest.repos.getRepoRulesets(here)],
  ["team", () => octokit.rest.teams.getByName({ org: "acme", team_slug: "finance" })],
  ["members", () => octokit.rest.teams.listMembersInOrg({ org: "acme", team_slug: "finance" })],
  [
    "organization membership",
    () => octokit.rest.orgs.getMembershipForUser({ org: "acme", username: "maria" }),
  ],
  ["user", () => octokit.rest.users.getByUsername({ username: "maria" })],
  [
    "permission",
    () => octokit.rest.repos.getCollaboratorPermissionLevel({ ...here, username: "lena" }),
  ],
  ["rate limit", () => octokit.rest.rateLimit.get()],
];

test.each(reads)("reads the %s", async (_, read) => {
  expect((await read()).data).toBeDefined();
  expect(scene.github.violations).toEqual([]);
});

test("writes a check, a comment and a request", async () => {
  const output = { title: "t", summary: "s" };
  const run = await octokit.rest.checks.create({
    ...here,
    name: "countersign",
    head_sha: scene.head,
    status: "in_progress",
    output,
  });
  await octokit.rest.checks.update({
    ...here,
    check_run_id: run.data.id,
    conclusion: "action_required",
    output,
  });
  const comment = await octokit.rest.issues.createComment({
    ...here,
    issue_number: 1,
    body: "waiting",
  });
  await octokit.rest.issues.updateComment({
    ...here,
    comment_id: comment.data.id,
    body: "approved",
  });
  await octokit.rest.pulls.requestReviewers({ ...pull, team_reviewers: ["finance"] });
  expect(scene.github.checkRunOf("acme/agents", scene.head)).toMatchObject({
    conclusion: "action_required",
  });
  expect(scene.github.commentsOf(scene.pull).map(({ body, app }) => [body, app?.slug])).toEqual([
    ["approved", "countersign"],
  ]);
  expect(scene.github.requestedReviewersOf(scene.pull)).toEqual(["@acme/finance"]);
  const pages = await octokit.paginate(octokit.rest.issues.listComments, {
    ...here,
    issue_number: 1,
    per_page: 1,
  });
  expect(pages).toHaveLength(1);
  expect(scene.github.violations).toEqual([]);
  await scene.github.idle();
});
