import { type CheckRunFields, checkRunsOn, createCheckRun, updateCheckRun } from "../check-runs.ts";
import { checkRunEvent } from "../events/check-event.ts";
import { annotationJson, checkRunJson } from "../json/check-run-json.ts";
import { pageAnswer, pageOf } from "../pagination.ts";
import { notFound, Refusal } from "../refusal.ts";
import {
  type Answer,
  integer,
  type Needs,
  parameter,
  type RepositoryCall,
  type Route,
  required,
} from "../route.ts";
import type { CheckRun } from "../state.ts";

const READ: Needs = [["checks", "read"]];
const WRITE: Needs = [["checks", "write"]];
const ONE = "/repos/{owner}/{repo}/check-runs/{check_run_id}";

/** Check runs and their annotations. */
export const checkRunRoutes: readonly Route[] = [
  {
    kind: "repository",
    method: "POST",
    path: "/repos/{owner}/{repo}/check-runs",
    needs: WRITE,
    handle: (call) => {
      const { world, repository, installation } = call;
      const fields = call.body as CheckRunFields & { name: string; head_sha: string };
      const run = createCheckRun(world, repository, installation.app, fields);
      tell(call, run, true);
      return { status: 201, body: checkRunJson(world, repository, run) };
    },
  },
  {
    kind: "repository",
    method: "GET",
    path: ONE,
    needs: READ,
    handle: (call) => ({
      status: 200,
      body: checkRunJson(call.world, call.repository, runIn(call)),
    }),
  },
  {
    kind: "repository",
    method: "PATCH",
    path: ONE,
    needs: WRITE,
    handle: (call) => {
      const { world, repository, installation } = call;
      const run = runIn(call);
      updateCheckRun(world, repository, installation.app, run, call.body as CheckRunFields);
      tell(call, run, false);
      return { status: 200, body: checkRunJson(world, repository, run) };
    },
  },
  {
    kind: "repository",
    method: "GET",
    path: `${ONE}/annotations`,
    needs: READ,
    handle: (call) => {
      const run = runIn(call);
      return pageAnswer(call, run.annotations, (annotation) =>
        annotationJson(call.world, call.repository, run, annotation),
      );
    },
  },
  {
    kind: "repository",
    method: "GET",
    path: "/repos/{owner}/{repo}/commits/{ref}/check-runs",
    needs: READ,
    handle: listForRef,
  },
];

function listForRef(call: RepositoryCall): Answer {
  const { world, repository, query } = call;
  const ref = parameter(call, "ref");
  const filter = query.get("filter") === "all" ? "all" : "latest";
  const name = query.get("check_name");
  const status = query.get("status");
  const appId = query.get("app_id");
  const found = required(
    checkRunsOn(repository, ref, filter),
    () => new Refusal(422, `No commit found for SHA: ${ref}`),
  ).filter(
    (run) =>
      (name === null || run.name === name) &&
      (status === null || run.status === status) &&
      (appId === null || run.app.id === Number(appId)),
  );
  const page = pageOf(call, found);
  return {
    status: 200,
    headers: page.headers,
    body: {
      total_count: found.length,
      check_runs: page.items.map((run) => checkRunJson(world, repository, run)),
    },
  };
}

function runIn(call: RepositoryCall): CheckRun {
  return required(call.repository.checkRuns.get(integer(call, "check_run_id")), notFound);
}

/** GitHub tells an app of its own runs too. */
function tell({ world, repository }: RepositoryCall, run: CheckRun, created: boolean): void {
  const sender = run.app.bot;
  if (created) void world.send(checkRunEvent(world, "created", repository, run, sender));
  if (run.status === "completed") {
    void world.send(checkRunEvent(world, "completed", repository, run, sender));
  }
}
