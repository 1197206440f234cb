import { fullName } from "../json/repository-json.ts";
import type { Account, BranchProtection, Repository, Ruleset } from "../state.ts";
import { nextId, now, type WebhookEvent, type World } from "../world.ts";
import { repositoryEvent } from "./repository-event.ts";

/** A `repository_ruleset` webhook. The app gets it only with administration rights and a subscription. */
export function rulesetEvent(
  world: World,
  action: "created" | "deleted",
  repository: Repository,
  ruleset: Ruleset,
  sender: Account,
): WebhookEvent {
  return repositoryEvent(world, "repository_ruleset", action, repository, sender, {
    repository_ruleset: {
      id: ruleset.id,
      name: ruleset.name,
      target: "branch",
      source_type: "Repository",
      source: fullName(repository),
      enforcement: ruleset.enforcement,
    },
  });
}

/** A `branch_protection_rule` webhook. */
export function protectionEvent(
  world: World,
  repository: Repository,
  branch: string,
  protection: BranchProtection,
  sender: Account,
): WebhookEvent {
  return repositoryEvent(world, "branch_protection_rule", "created", repository, sender, {
    rule: {
      id: nextId(world.state),
      repository_id: repository.id,
      name: branch,
      created_at: now(world),
      updated_at: now(world),
      pull_request_reviews_enforcement_level: "off",
      required_approving_review_count: 0,
      dismiss_stale_reviews_on_push: false,
      require_code_owner_review: false,
      authorized_dismissal_actors_only: false,
      ignore_approvals_from_contributors: false,
      required_status_checks: protection.requiredChecks.map(({ context }) => context),
      required_status_checks_enforcement_level: "non_admins",
      strict_required_status_checks_policy: protection.strict,
      signature_requirement_enforcement_level: "off",
      linear_history_requirement_enforcement_level: "off",
      lock_branch_enforcement_level: "off",
      admin_enforced: false,
      allow_force_pushes_enforcement_level: "off",
      allow_deletions_enforcement_level: "off",
      merge_queue_enforcement_level: "off",
      required_deployments_enforcement_level: "off",
      required_conversation_resolution_level: "off",
      authorized_actors_only: false,
      authorized_actor_names: [],
    },
  });
}
