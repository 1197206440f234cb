import { checkRunJson, checkSuiteJson } from "../json/check-run-json.ts";
import type { Account, CheckRun, CheckSuite, Repository } from "../state.ts";
import type { Json, WebhookEvent, World } from "../world.ts";
import { repositoryEvent } from "./repository-event.ts";

/** A `check_run` webhook. */
export function checkRunEvent(
  world: World,
  action: "created" | "completed" | "rerequested" | "requested_action",
  repository: Repository,
  run: CheckRun,
  sender: Account,
  more: Json = {},
): WebhookEvent {
  const shown = checkRunJson(world, repository, run);
  return repositoryEvent(world, "check_run", action, repository, sender, {
    check_run: { ...shown, check_suite: checkSuiteJson(world, repository, run.suite) },
    ...more,
  });
}

/** A `check_suite` webhook. */
export function checkSuiteEvent(
  world: World,
  action: "requested" | "rerequested" | "completed",
  repository: Repository,
  suite: CheckSuite,
  sender: Account,
): WebhookEvent {
  return repositoryEvent(world, "check_suite", action, repository, sender, {
    check_suite: checkSuiteJson(world, repository, suite),
  });
}
