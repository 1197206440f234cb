import type { EmitterWebhookEvent } from "@octokit/webhooks";
import { branchProtection } from "./branch-protection.ts";
import { checkRun } from "./check-run.ts";
import { checkSuite } from "./check-suite.ts";
import { installation, installationRepositories } from "./installation.ts";
import { member } from "./member.ts";
import { membership } from "./membership.ts";
import { mergeGroup } from "./merge-group.ts";
import type { Noted } from "./noted.ts";
import { organization } from "./organization.ts";
import { pullRequest } from "./pull-request.ts";
import { pullRequestReview } from "./pull-request-review.ts";
import { push } from "./push.ts";
import { repositoryChanged } from "./repository.ts";
import { requestedAction } from "./requested-action.ts";
import { team, teamAccess } from "./team.ts";

type Handler = (event: EmitterWebhookEvent) => Noted;

/** Every webhook that matters, by `event` or `event.action`. What is not here is acknowledged and changes nothing. */
const handlers: Readonly<Record<string, Handler>> = {
  "pull_request.opened": pullRequest as Handler,
  "pull_request.reopened": pullRequest as Handler,
  "pull_request.synchronize": pullRequest as Handler,
  "pull_request.edited": pullRequest as Handler,
  "pull_request.ready_for_review": pullRequest as Handler,
  "pull_request.converted_to_draft": pullRequest as Handler,
  "pull_request.closed": pullRequest as Handler,
  "pull_request_review.submitted": pullRequestReview as Handler,
  "pull_request_review.edited": pullRequestReview as Handler,
  "pull_request_review.dismissed": pullRequestReview as Handler,
  "check_run.rerequested": checkRun as Handler,
  "check_run.requested_action": requestedAction as Handler,
  "check_suite.rerequested": checkSuite as Handler,
  "merge_group.checks_requested": mergeGroup as Handler,
  "merge_group.destroyed": mergeGroup as Handler,
  "repository.edited": repositoryChanged as Handler,
  "repository.renamed": repositoryChanged as Handler,
  "repository.transferred": repositoryChanged as Handler,
  "repository.unarchived": repositoryChanged as Handler,
  "repository.publicized": repositoryChanged as Handler,
  "repository.privatized": repositoryChanged as Handler,
  "membership.added": membership as Handler,
  "membership.removed": membership as Handler,
  "team.created": team as Handler,
  "team.edited": team as Handler,
  "team.deleted": team as Handler,
  "team.added_to_repository": teamAccess as Handler,
  "team.removed_from_repository": teamAccess as Handler,
  team_add: teamAccess as Handler,
  "organization.member_added": organization as Handler,
  "organization.member_removed": organization as Handler,
  "organization.renamed": organization as Handler,
  "member.added": member as Handler,
  "member.edited": member as Handler,
  "member.removed": member as Handler,
  "installation.created": installation as Handler,
  "installation.deleted": installation as Handler,
  "installation.suspend": installation as Handler,
  "installation.unsuspend": installation as Handler,
  "installation.new_permissions_accepted": installation as Handler,
  "installation_repositories.added": installationRepositories as Handler,
  "installation_repositories.removed": installationRepositories as Handler,
  "branch_protection_rule.created": branchProtection as Handler,
  "branch_protection_rule.edited": branchProtection as Handler,
  "branch_protection_rule.deleted": branchProtection as Handler,
  "repository_ruleset.created": branchProtection as Handler,
  "repository_ruleset.edited": branchProtection as Handler,
  "repository_ruleset.deleted": branchProtection as Handler,
  push: push as Handler,
};

/** The name of an event in the table, where GitHub's `action` tells kinds of it apart. */
export function tableName(event: string, action?: string | null): string | undefined {
  const name = action ? `${event}.${action}` : event;
  return Object.hasOwn(handlers, name) ? name : undefined;
}

/** What a delivery leaves behind; undefined when it is of no event of the table. */
export function noted(event: EmitterWebhookEvent): Noted | undefined {
  const action = "action" in event.payload ? event.payload.action : undefined;
  const name = tableName(event.name, action);
  return name === undefined ? undefined : handlers[name]?.(event);
}
