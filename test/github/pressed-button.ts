import type { Desk, Pull } from "./desk.ts";

/** GitHub's delivery for a pressed button of our check run, of a pull request that was reviewed. */
export function pressedButton(
  { github, repository }: Desk,
  pull: Pull,
  login: string,
): Readonly<Record<string, unknown>> {
  const review = github.webhooks.deliveries.findLast(
    ({ event, body }) =>
      event === "pull_request_review" && body.includes(`"full_name":"${repository}"`),
  );
  const { sha } = github.pullRequest(pull).head;
  return {
    ...(JSON.parse(review?.body ?? "null") as Record<string, unknown>),
    action: "requested_action",
    check_run: { id: 1, name: "countersign", head_sha: sha, pull_requests: [{ number: 1 }] },
    requested_action: { identifier: "override" },
    sender: { id: 7, login, type: "User" },
  };
}
