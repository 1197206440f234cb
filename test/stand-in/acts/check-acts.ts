import { accountOf } from "../accounts.ts";
import { createCheckRun } from "../check-runs.ts";
import { checkRunEvent, checkSuiteEvent } from "../events/check-event.ts";
import { protectionEvent, rulesetEvent } from "../events/rule-event.ts";
import { statusEvent } from "../events/status-event.ts";
import { repositoryOf, resolveCommit } from "../repositories.ts";
import type {
  App,
  CheckRun,
  CheckStatus,
  CommitStatus,
  Conclusion,
  Repository,
  RequiredCheck,
  Ruleset,
} from "../state.ts";
import { nextId, now, type World } from "../world.ts";
import { administrator } from "./repository-acts.ts";

/** What people, and other apps, do around checks. */
export interface CheckActs {
  /** "Re-run" of one check. */
  rerequestCheckRun(fields: { repository: string; run: number; by: string }): Promise<void>;
  /** "Re-run all checks". */
  rerequestCheckSuite(fields: { repository: string; sha: string; by: string }): Promise<void>;
  /** A click on one of the buttons that a check run offers. */
  requestAction(fields: {
    repository: string;
    run: number;
    identifier: string;
    by: string;
  }): Promise<void>;
  /** A check run of GitHub Actions, such as a workflow of the pull request itself may post. */
  postForeignCheckRun(fields: {
    repository: string;
    sha: string;
    name: string;
    status?: CheckStatus;
    conclusion?: Conclusion;
  }): Promise<CheckRun>;
  /** A commit status by a person with write access. */
  postStatus(fields: {
    repository: string;
    sha: string;
    context: string;
    state: CommitStatus["state"];
    by: string;
  }): Promise<void>;
  /** Demands a check before a merge, by a ruleset (the default) or by branch protection. */
  requireCheck(fields: {
    repository: string;
    branch?: string;
    context?: string;
    /** The app that must have written it: ours if `"ours"`, any if left out. */
    from?: "ours" | number;
    via?: "ruleset" | "protection";
    strict?: boolean;
    mergeQueue?: boolean;
  }): Promise<void>;
  /** Takes all demands on a branch away. */
  requireNothing(fields: { repository: string; branch?: string }): Promise<void>;
}

/** The acts on one world. */
export function checkActs(world: World): CheckActs {
  const { state } = world;
  return {
    rerequestCheckRun: async ({ repository: name, run: id, by }) => {
      const repository = repositoryOf(state, name);
      const run = runIn(repository, id);
      await world.send(checkRunEvent(world, "rerequested", repository, run, accountOf(state, by)));
    },
    rerequestCheckSuite: async ({ repository: name, sha, by }) => {
      const repository = repositoryOf(state, name);
      const suite = [...repository.suites.values()].find(
        ({ app, headSha }) => app.id === world.app.id && headSha === sha,
      );
      if (suite === undefined) throw new Error(`no check suite of ours on ${sha}`);
      await world.send(
        checkSuiteEvent(world, "rerequested", repository, suite, accountOf(state, by)),
      );
    },
    requestAction: async ({ repository: name, run: id, identifier, by }) => {
      const repository = repositoryOf(state, name);
      const run = runIn(repository, id);
      if (!run.actions.some((action) => action.identifier === identifier)) {
        throw new Error(`the check run offers no ${identifier}`);
      }
      await world.send(
        checkRunEvent(world, "requested_action", repository, run, accountOf(state, by), {
          requested_action: { identifier },
        }),
      );
    },
    postForeignCheckRun: async (fields) => {
      const repository = repositoryOf(state, fields.repository);
      const app: App = world.actionsApp;
      const run = createCheckRun(world, repository, app, {
        name: fields.name,
        head_sha: fields.sha,
        ...(fields.status === undefined ? {} : { status: fields.status }),
        ...(fields.conclusion === undefined ? {} : { conclusion: fields.conclusion }),
      });
      await world.send(checkRunEvent(world, "created", repository, run, app.bot));
      if (run.status === "completed") {
        await world.send(checkRunEvent(world, "completed", repository, run, app.bot));
      }
      return run;
    },
    postStatus: async (fields) => {
      const repository = repositoryOf(state, fields.repository);
      const sha = resolveCommit(repository, fields.sha);
      if (sha === undefined) throw new Error(`no commit ${fields.sha}`);
      const creator = accountOf(state, fields.by);
      const status: CommitStatus = {
        id: nextId(state),
        sha,
        context: fields.context,
        state: fields.state,
        description: null,
        targetUrl: null,
        creator,
        createdAt: now(world),
      };
      repository.statuses.push(status);
      await world.send(statusEvent(world, repository, status));
    },
    requireCheck: async (fields) => {
      const repository = repositoryOf(state, fields.repository);
      const branch = fields.branch ?? repository.defaultBranch;
      const required: RequiredCheck = {
        context: fields.context ?? "countersign",
        appId: fields.from === "ours" ? world.app.id : (fields.from ?? null),
      };
      const strict = fields.strict ?? false;
      if (fields.via === "protection") {
        const protection = { requiredChecks: [required], strict };
        repository.protections.set(branch, protection);
        const sender = administrator(world, repository.owner);
        return world.send(protectionEvent(world, repository, branch, protection, sender));
      }
      const ruleset: Ruleset = {
        id: nextId(state),
        name: `checks on ${branch}`,
        enforcement: "active",
        branches: [branch],
        requiredChecks: [required],
        strict,
        mergeQueue: fields.mergeQueue ?? false,
        createdAt: now(world),
      };
      repository.rulesets.push(ruleset);
      const sender = administrator(world, repository.owner);
      await world.send(rulesetEvent(world, "created", repository, ruleset, sender));
    },
    requireNothing: async (fields) => {
      const repository = repositoryOf(state, fields.repository);
      const branch = fields.branch ?? repository.defaultBranch;
      repository.protections.delete(branch);
      const gone = repository.rulesets.filter(({ branches }) => branches.includes(branch));
      for (const ruleset of gone) {
        repository.rulesets.splice(repository.rulesets.indexOf(ruleset), 1);
        const sender = administrator(world, repository.owner);
        await world.send(rulesetEvent(world, "deleted", repository, ruleset, sender));
      }
    },
  };
}

function runIn(repository: Repository, id: number): CheckRun {
  const run = repository.checkRuns.get(id);
  if (run === undefined) throw new Error(`no check run ${id}`);
  return run;
}
