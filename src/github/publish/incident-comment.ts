import { sentOnce } from "./fence.ts";
import type { Publisher } from "./publisher.ts";

/**
 * Writes a comment on a pull request unless one of ours that begins with the marker stands there: what was said of an
 * incident is said once.
 */
export async function publishOnce(
  { github, repository, appId, fence }: Publisher,
  {
    pullNumber,
    marker,
    body,
  }: { readonly pullNumber: number; readonly marker: string; readonly body: string },
): Promise<void> {
  const place = { owner: repository.owner, repo: repository.repo, issue_number: pullNumber };
  const comments = await github.paginate(github.rest.issues.listComments, {
    ...place,
    per_page: 100,
  });
  const stands = comments.some(
    ({ performed_via_github_app: app, body: text }) =>
      app?.id === appId && text?.startsWith(marker) === true,
  );
  if (!stands) await github.rest.issues.createComment({ ...place, body, ...sentOnce(fence) });
}
