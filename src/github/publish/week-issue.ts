import { anyWeekMarker, type WeekIssue, weekMarker } from "../../report/week-issue.ts";
import { type GitHubClient, type Repository, statusOf } from "../client.ts";

/** Where an issue stands, or that the app may not write issues here. */
export type PostedIssue =
  | { readonly kind: "posted"; readonly number: number }
  | { readonly kind: "refused"; readonly status: number };

/** What GitHub answers where the permission was not granted (403, 404) or issues are switched off (410). */
const refusals = [403, 404, 410];

/**
 * Writes a report as an issue of its own, and closes the one before as completed. One that was written already, by an instance that
 * died then, is found by its marker and the app's authorship and written anew. Text alone never makes an issue ours.
 */
export async function publishWeekIssue(
  {
    github,
    repository,
    appId,
  }: { readonly github: GitHubClient; readonly repository: Repository; readonly appId: number },
  issue: WeekIssue,
  { after, before }: { readonly after: number; readonly before: number | undefined },
): Promise<PostedIssue> {
  const place = { owner: repository.owner, repo: repository.repo };
  try {
    const own = await ownIssues(github, place, appId);
    const same = own.find(({ body }) => body?.startsWith(weekMarker(after)) === true);
    const number =
      same === undefined
        ? (await github.rest.issues.create({ ...place, ...issue, ...once })).data.number
        : same.number;
    if (same !== undefined) {
      await github.rest.issues.update({ ...place, issue_number: number, ...issue });
    }
    const older = own.filter(({ body }) => body?.startsWith(anyWeekMarker) === true);
    for (const old of new Set([
      ...(before === undefined ? [] : [before]),
      ...older.map((one) => one.number),
    ])) {
      if (old !== number) await close(github, place, old);
    }
    return { kind: "posted", number };
  } catch (error) {
    const status = statusOf(error) ?? 0;
    if (refusals.includes(status) && !isLimit(error)) return { kind: "refused", status };
    throw error;
  }
}

/** The client sends a request without an answer again; an issue whose creation took effect would then be there twice. */
const once = { request: { retries: 0 } };

interface Place {
  readonly owner: string;
  readonly repo: string;
}

/** The open issues among the newest that the app itself wrote. */
async function ownIssues(github: GitHubClient, place: Place, appId: number) {
  const { data } = await github.rest.issues.listForRepo({
    ...place,
    state: "open",
    sort: "created",
    direction: "desc",
    per_page: 100,
  });
  return data.filter(
    ({ performed_via_github_app: app, pull_request: pull }) =>
      app?.id === appId && pull === undefined,
  );
}

/** One that is gone needs no closing. */
async function close(github: GitHubClient, place: Place, number: number): Promise<void> {
  try {
    await github.rest.issues.update({
      ...place,
      issue_number: number,
      state: "closed",
      state_reason: "completed",
    });
  } catch (error) {
    if (![404, 410].includes(statusOf(error) ?? 0)) throw error;
  }
}

function isLimit(error: unknown): boolean {
  return error instanceof Error && /rate limit/i.test(error.message);
}
