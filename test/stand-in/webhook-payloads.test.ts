import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { payloadViolations } from "./payload-check.ts";
import { type StandIn, startStandIn } from "./stand-in.ts";

let github: StandIn;
const repository = "acme/agents";

beforeAll(async () => {
  github = await startStandIn({
    events: [
      ...["pull_request", "pull_request_review", "push", "merge_group", "check_run"],
      ...["check_suite", "membership", "team", "organization", "repository", "status"],
      ...["issue_comment", "repository_ruleset", "branch_protection_rule"],
    ],
  });
  await everythingHappens(github);
  await github.webhooks.settled();
}, 60_000);
afterAll(() => github.close());

describe("every webhook is what GitHub describes", () => {
  test("whatever happens", () => {
    const wrong = github.webhooks.deliveries.flatMap(({ event, action, body }) =>
      payloadViolations(event, action, JSON.parse(body)).map(
        (what) => `${event}.${action}: ${what}`,
      ),
    );
    expect(wrong).toEqual([]);
  }, 60_000);

  test("and each kind was sent", () => {
    const kinds = new Set(
      github.webhooks.deliveries.map(({ event, action }) =>
        action ? `${event}.${action}` : event,
      ),
    );
    expect([...kinds].sort()).toMatchInlineSnapshot(`
      [
        "branch_protection_rule.created",
        "check_run.completed",
        "check_run.created",
        "check_run.requested_action",
        "check_run.rerequested",
        "check_suite.requested",
        "check_suite.rerequested",
        "installation.created",
        "installation.deleted",
        "installation.new_permissions_accepted",
        "installation.suspend",
        "installation.unsuspend",
        "installation_repositories.added",
        "installation_repositories.removed",
        "issue_comment.created",
        "issue_comment.deleted",
        "issue_comment.edited",
        "membership.added",
        "membership.removed",
        "merge_group.checks_requested",
        "merge_group.destroyed",
        "organization.member_added",
        "organization.member_invited",
        "organization.member_removed",
        "pull_request.closed",
        "pull_request.converted_to_draft",
        "pull_request.dequeued",
        "pull_request.edited",
        "pull_request.enqueued",
        "pull_request.opened",
        "pull_request.ready_for_review",
        "pull_request.reopened",
        "pull_request.review_request_removed",
        "pull_request.review_requested",
        "pull_request.synchronize",
        "pull_request_review.dismissed",
        "pull_request_review.edited",
        "pull_request_review.submitted",
        "push",
        "repository.archived",
        "repository.edited",
        "repository.renamed",
        "repository.transferred",
        "repository_ruleset.created",
        "repository_ruleset.deleted",
        "status",
        "team.added_to_repository",
        "team.created",
        "team.deleted",
        "team.edited",
        "team.removed_from_repository",
      ]
    `);
  });
});

async function everythingHappens(github: StandIn): Promise<void> {
  for (const login of ["lena", "maria", "eve"]) github.createUser({ login });
  await github.createOrganization({ login: "acme" });
  await github.createTeam({ organization: "acme", name: "Money" });
  await github.createTeam({ organization: "acme", name: "Finance", parent: "money" });
  await github.addMember({ team: "acme/finance", user: "maria" });
  await github.renameTeam("acme/finance", "Treasury");
  github.createRepository({ owner: "acme", name: "agents", files: { "kortix.yaml": "a: 1\n" } });
  await github.grant({ repository, user: "lena", permission: "write" });
  await github.grant({ repository, team: "acme/treasury", permission: "read" });
  await github.requireCheck({ repository, mergeQueue: true, from: "ours" });
  await github.requireNothing({ repository });
  await github.requireCheck({ repository, branch: "release", via: "protection" });

  await github.commit({ repository, branch: "loosen", author: "lena", files: { x: "1" } });
  const pull = await github.openPullRequest({ repository, author: "lena", head: "loosen" });
  await github.commit({ repository, branch: "loosen", author: "lena", files: { x: "2" } });
  await github.convertToDraft(pull, "lena");
  await github.readyForReview(pull, "lena");
  await github.editPullRequest(pull, { by: "lena", title: "Loosen", body: "because" });
  await github.closePullRequest(pull, "lena");
  await github.reopenPullRequest(pull, "lena");
  await github.requestReview({ pull, by: "lena", user: "maria" });
  await github.requestReview({ pull, by: "lena", team: "acme/treasury" });
  const review = await github.submitReview({ pull, user: "maria", state: "APPROVED" });
  await github.editReview({ pull, review, body: "fine" });
  await github.dismissReview({ pull, review, by: "lena" });
  const comment = await github.comment({ pull, user: "maria", body: "hello" });
  await github.editComment({ pull, comment, by: "lena", body: "approved" });
  await github.deleteComment({ pull, comment, by: "lena" });

  const { sha } = github.pullRequest(pull).head;
  const api = `${github.url}/repos/${repository}`;
  const headers = { authorization: `token ${github.tokenFor("acme")}` };
  const post = (path: string, method: string, body: object) =>
    fetch(`${api}${path}`, { method, headers, body: JSON.stringify(body) });
  const actions = [{ label: "Override", description: "Break the glass", identifier: "override" }];
  await post("/check-runs", "POST", { name: "countersign", head_sha: sha, actions });
  const run = github.checkRunOf(repository, sha)?.id ?? 0;
  await post(`/check-runs/${run}`, "PATCH", { conclusion: "success" });
  await post("/pulls/1/requested_reviewers", "POST", { team_reviewers: ["treasury"] });
  await post("/pulls/1/requested_reviewers", "DELETE", {
    reviewers: [],
    team_reviewers: ["treasury"],
  });
  await github.rerequestCheckRun({ repository, run, by: "lena" });
  await github.rerequestCheckSuite({ repository, sha, by: "lena" });
  await github.requestAction({ repository, run, identifier: "override", by: "lena" });
  await github.postForeignCheckRun({ repository, sha, name: "countersign", conclusion: "success" });
  await github.postStatus({
    repository,
    sha,
    context: "countersign",
    state: "success",
    by: "lena",
  });

  await github.enqueue({ pull, as: "lena" });
  await github.dequeue({ pull });
  await github.enqueue({ pull, as: "lena" });
  await github.mergeQueue({ repository, pull });
  await github.commit({ repository, branch: "other", author: "lena", files: { y: "1" } });
  const other = await github.openPullRequest({ repository, author: "lena", head: "other" });
  await github.commit({ repository, branch: "release", author: "lena", files: { z: "1" } });
  await github.editPullRequest(other, { by: "lena", base: "release" });
  await github.deleteBranch({ repository, user: "lena", branch: "other" });

  await github.removeMember({ team: "acme/treasury", user: "maria" });
  await github.addOrganizationMember({ organization: "acme", user: "eve", state: "pending" });
  await github.addOrganizationMember({ organization: "acme", user: "eve" });
  await github.removeOrganizationMember({ organization: "acme", user: "eve" });
  await github.revoke({ repository, team: "acme/treasury" });
  await github.deleteTeam("acme/treasury");
  await github.setDefaultBranch(repository, "release");
  await github.renameRepository(repository, "bots");
  await github.archiveRepository("acme/bots");
  await github.removeFromInstallation("acme", "acme/bots");
  await github.addToInstallation("acme", "acme/bots");
  await github.suspendInstallation("acme");
  await github.unsuspendInstallation("acme");
  await github.acceptPermissions("acme", { checks: "write", contents: "read" });
  await github.createOrganization({ login: "zenith" });
  await github.transferRepository("acme/bots", "zenith");
  await github.uninstall("acme");
}
