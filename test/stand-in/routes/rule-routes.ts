import { fullName } from "../json/repository-json.ts";
import { pageAnswer } from "../pagination.ts";
import { Refusal } from "../refusal.ts";
import { type Answer, parameter, type RepositoryCall, type Route, required } from "../route.ts";
import type { RequiredCheck, Ruleset } from "../state.ts";
import type { Json } from "../world.ts";
import { repositoryUrl } from "./git-routes.ts";

/** What a branch demands: by rulesets, and by the older protection. */
export const ruleRoutes: readonly Route[] = [
  {
    kind: "repository",
    method: "GET",
    path: "/repos/{owner}/{repo}/rules/branches/{branch}",
    needs: [["metadata", "read"]],
    handle: (call) => {
      const branch = parameter(call, "branch");
      const rules = call.repository.rulesets
        .filter(
          ({ enforcement, branches }) => enforcement === "active" && branches.includes(branch),
        )
        .flatMap((ruleset) => rulesOf(ruleset).map((rule) => ({ rule, ruleset })));
      return pageAnswer(call, rules, ({ rule, ruleset }) => ({
        ...rule,
        ruleset_source_type: "Repository",
        ruleset_source: fullName(call.repository),
        ruleset_id: ruleset.id,
      }));
    },
  },
  {
    kind: "repository",
    method: "GET",
    path: "/repos/{owner}/{repo}/rulesets",
    needs: [["metadata", "read"]],
    handle: (call) =>
      pageAnswer(call, call.repository.rulesets, (ruleset) => ({
        id: ruleset.id,
        name: ruleset.name,
        target: "branch",
        source_type: "Repository",
        source: fullName(call.repository),
        enforcement: ruleset.enforcement,
        created_at: ruleset.createdAt,
        updated_at: ruleset.createdAt,
      })),
  },
  {
    kind: "repository",
    method: "GET",
    path: "/repos/{owner}/{repo}/branches/{branch}/protection",
    needs: [["administration", "read"]],
    handle: protection,
  },
  {
    kind: "repository",
    method: "GET",
    path: "/repos/{owner}/{repo}/branches/{branch}",
    needs: [["contents", "read"]],
    handle: branch,
  },
];

/** A branch as everybody sees it who may read it: its protection in short. */
function branch(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const name = parameter(call, "branch");
  const sha = required(
    repository.refs.get(`refs/heads/${name}`),
    () => new Refusal(404, "Branch not found"),
  );
  const found = repository.protections.get(name);
  const checks = found?.requiredChecks ?? [];
  return {
    status: 200,
    body: {
      name,
      commit: { sha, url: repositoryUrl(world, repository, `/commits/${sha}`) },
      protected: found !== undefined,
      protection: {
        enabled: found !== undefined,
        required_status_checks: {
          enforcement_level: found === undefined ? "off" : "non_admins",
          contexts: checks.map(({ context }) => context),
          checks: checks.map(({ context, appId }) => ({ context, app_id: appId })),
        },
      },
      protection_url: repositoryUrl(world, repository, `/branches/${name}/protection`),
    },
  };
}

function protection(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const branch = parameter(call, "branch");
  const found = required(
    repository.protections.get(branch),
    () => new Refusal(404, "Branch not protected"),
  );
  const url = repositoryUrl(world, repository, `/branches/${branch}/protection`);
  return {
    status: 200,
    body: {
      url,
      required_status_checks: {
        url: `${url}/required_status_checks`,
        contexts_url: `${url}/required_status_checks/contexts`,
        strict: found.strict,
        contexts: found.requiredChecks.map(({ context }) => context),
        checks: found.requiredChecks.map(({ context, appId }) => ({ context, app_id: appId })),
      },
      enforce_admins: { url: `${url}/enforce_admins`, enabled: false },
      required_linear_history: { enabled: false },
      allow_force_pushes: { enabled: false },
      allow_deletions: { enabled: false },
    },
  };
}

function rulesOf({ requiredChecks, strict, mergeQueue }: Ruleset): Json[] {
  const rules: Json[] = [];
  if (requiredChecks.length > 0) {
    rules.push({
      type: "required_status_checks",
      parameters: {
        strict_required_status_checks_policy: strict,
        do_not_enforce_on_create: false,
        required_status_checks: requiredChecks.map(requiredCheckJson),
      },
    });
  }
  if (mergeQueue) {
    rules.push({
      type: "merge_queue",
      parameters: {
        check_response_timeout_minutes: 60,
        grouping_strategy: "ALLGREEN",
        max_entries_to_build: 5,
        max_entries_to_merge: 5,
        merge_method: "MERGE",
        min_entries_to_merge: 1,
        min_entries_to_merge_wait_minutes: 5,
      },
    });
  }
  return rules;
}

function requiredCheckJson({ context, appId }: RequiredCheck): Json {
  return { context, ...(appId === null ? {} : { integration_id: appId }) };
}
