import { invalid, Refusal } from "./refusal.ts";
import { resolveCommit } from "./repositories.ts";
import type {
  Annotation,
  App,
  CheckAction,
  CheckRun,
  CheckStatus,
  CheckSuite,
  Conclusion,
  Repository,
} from "./state.ts";
import { nextId, now, type World } from "./world.ts";

/** Bytes that a summary or a text may have. */
const OUTPUT_BYTES = 65_535;
/** Annotations that one request may carry. */
const ANNOTATIONS_PER_REQUEST = 50;
/** Bytes of an annotation's message and of its details. */
const ANNOTATION_BYTES = 64 * 1024;

/** The fields of a check run that an app writes, as they come over the wire. */
export interface CheckRunFields {
  readonly name?: string;
  readonly head_sha?: string;
  readonly details_url?: string;
  readonly external_id?: string;
  readonly status?: CheckStatus;
  readonly started_at?: string;
  readonly conclusion?: Conclusion;
  readonly completed_at?: string;
  readonly output?: {
    readonly title?: string;
    readonly summary?: string;
    readonly text?: string;
    readonly annotations?: readonly Annotation[];
  };
  readonly actions?: readonly CheckAction[];
}

/** Adds a check run to the app's suite on that commit. Refuses what GitHub refuses, with 422. */
export function createCheckRun(
  world: World,
  repository: Repository,
  app: App,
  fields: CheckRunFields & { name: string; head_sha: string },
): CheckRun {
  if (repository.objects.get(fields.head_sha)?.kind !== "commit") {
    throw new Refusal(422, `No commit found for SHA: ${fields.head_sha}`);
  }
  checkLimits(fields);
  const run: CheckRun = {
    id: nextId(world.state),
    suite: suiteFor(world, repository, app, fields.head_sha),
    app,
    headSha: fields.head_sha,
    name: fields.name,
    status: "queued",
    conclusion: null,
    externalId: null,
    detailsUrl: null,
    startedAt: fields.started_at ?? now(world),
    completedAt: null,
    title: null,
    summary: null,
    text: null,
    annotations: [],
    actions: [],
  };
  applyFields(world, run, fields);
  repository.checkRuns.set(run.id, run);
  record(world, repository, run);
  return run;
}

/** Changes a check run; annotations are appended. Only the app that created it may. */
export function updateCheckRun(
  world: World,
  repository: Repository,
  app: App,
  run: CheckRun,
  fields: CheckRunFields,
): void {
  if (run.app.id !== app.id) {
    throw new Refusal(
      403,
      `Invalid app_id \`${app.id}\` - check run can only be modified by the GitHub App that created it.`,
    );
  }
  checkLimits(fields);
  applyFields(world, run, fields);
  record(world, repository, run);
}

/** The runs on a commit, newest first; `latest` keeps the newest of each app and name. */
export function checkRunsOn(
  repository: Repository,
  ref: string,
  filter: "latest" | "all",
): CheckRun[] | undefined {
  const sha = resolveCommit(repository, ref);
  if (sha === undefined) return undefined;
  const runs = [...repository.checkRuns.values()].filter(({ headSha }) => headSha === sha);
  const newest = runs.toReversed();
  if (filter === "all") return newest;
  return newest.filter(
    (run) => newest.find(({ app, name }) => app.id === run.app.id && name === run.name) === run,
  );
}

/** The app's suite on a commit; there is one for each app and commit, made when first needed. */
export function suiteFor(world: World, repository: Repository, app: App, sha: string): CheckSuite {
  const found = [...repository.suites.values()].find(
    (suite) => suite.app.id === app.id && suite.headSha === sha,
  );
  if (found !== undefined) return found;
  const branch = [...repository.refs].find(
    ([ref, tip]) => tip === sha && ref.startsWith("refs/heads/"),
  );
  const suite: CheckSuite = {
    id: nextId(world.state),
    app,
    headSha: sha,
    headBranch: branch?.[0].slice("refs/heads/".length) ?? null,
    createdAt: now(world),
  };
  repository.suites.set(suite.id, suite);
  return suite;
}

function applyFields(world: World, run: CheckRun, fields: CheckRunFields): void {
  const { output } = fields;
  const status = fields.conclusion === undefined ? fields.status : "completed";
  if (status === "completed" && fields.conclusion === undefined) {
    throw invalid("CheckRun", "conclusion", "a completed check run must have a conclusion");
  }
  if (fields.conclusion === "stale") {
    throw invalid("CheckRun", "conclusion", "only GitHub can set `stale`");
  }
  run.name = fields.name ?? run.name;
  run.detailsUrl = fields.details_url ?? run.detailsUrl;
  run.externalId = fields.external_id ?? run.externalId;
  run.startedAt = fields.started_at ?? run.startedAt;
  run.actions = fields.actions ?? run.actions;
  if (status !== undefined) {
    run.status = status;
    run.conclusion = fields.conclusion ?? null;
    run.completedAt = status === "completed" ? (fields.completed_at ?? now(world)) : null;
  }
  if (output === undefined) return;
  run.title = output.title ?? run.title;
  run.summary = output.summary ?? run.summary;
  run.text = output.text ?? run.text;
  run.annotations.push(...(output.annotations ?? []));
}

function checkLimits({ output, actions }: CheckRunFields): void {
  const bytes = (text: string | undefined): number => Buffer.byteLength(text ?? "");
  for (const field of ["summary", "text"] as const) {
    if (bytes(output?.[field]) > OUTPUT_BYTES) {
      throw new Refusal(
        422,
        `Invalid request.\n\nOnly ${OUTPUT_BYTES} bytes are allowed; ${bytes(output?.[field])} were supplied for output/${field}.`,
      );
    }
  }
  const annotations = output?.annotations ?? [];
  if (annotations.length > ANNOTATIONS_PER_REQUEST) {
    throw new Refusal(
      422,
      `Invalid request.\n\nNo more than ${ANNOTATIONS_PER_REQUEST} items are allowed; ${annotations.length} were supplied.`,
    );
  }
  for (const annotation of annotations) checkAnnotation(annotation);
  if ((actions?.length ?? 0) > 3) {
    throw new Refusal(422, "Invalid request.\n\nNo more than 3 items are allowed in actions.");
  }
  for (const { label, description, identifier } of actions ?? []) {
    if (label.length > 20 || description.length > 40 || identifier.length > 20) {
      throw invalid("CheckRun", "actions", "a label, description or identifier is too long");
    }
  }
}

function checkAnnotation(annotation: Annotation): void {
  const refuse = (field: string, message: string): Refusal =>
    invalid("CheckAnnotation", field, message);
  if (annotation.start_line < 1) throw refuse("start_line", "must be at least 1");
  if (annotation.end_line < annotation.start_line) {
    throw refuse("end_line", "must not be before start_line");
  }
  const columns = annotation.start_column !== undefined || annotation.end_column !== undefined;
  if (columns && annotation.start_line !== annotation.end_line) {
    throw refuse("start_column", "columns are for annotations of one line");
  }
  if (Buffer.byteLength(annotation.message) > ANNOTATION_BYTES) {
    throw refuse("message", "is larger than 64 KB");
  }
  if (Buffer.byteLength(annotation.raw_details ?? "") > ANNOTATION_BYTES) {
    throw refuse("raw_details", "is larger than 64 KB");
  }
  if ((annotation.title ?? "").length > 255) throw refuse("title", "is longer than 255 characters");
}

function record(world: World, repository: Repository, run: CheckRun): void {
  repository.conclusions.push({
    sequence: world.nextSequence(),
    runId: run.id,
    appId: run.app.id,
    name: run.name,
    sha: run.headSha,
    status: run.status,
    conclusion: run.conclusion,
    title: run.title,
  });
}
