import type { OwnerName } from "../../review/owner.ts";
import { statusOf } from "../client.ts";
import type { PullRequest } from "../read/pull-request.ts";
import type { Publisher } from "./publisher.ts";

/** Whom to speak for, and where. A request that comes late does no harm, so there is no fence in front of it. */
type Source = Pick<Publisher, "github" | "repository">;

/**
 * Asks owners for a review who are not asked yet. GitHub refuses a team without access to the repository or a user who
 * cannot be asked; that stops nothing, so the names that could not be asked come back to be told about.
 */
export async function requestReviews(
  source: Source,
  pull: PullRequest,
  owners: readonly OwnerName[],
): Promise<readonly OwnerName[]> {
  const open = owners.filter((owner) => canBeAsked(owner, pull));
  const refused: OwnerName[] = [];
  if (open.length === 0 || (await ask(source, pull.number, open))) return refused;
  for (const owner of open.length > 1 ? open : []) {
    if (!(await ask(source, pull.number, [owner]))) refused.push(owner);
  }
  return open.length > 1 ? refused : open;
}

/** A bot reviews by itself, or not at all. */
function canBeAsked(owner: OwnerName, pull: PullRequest): boolean {
  switch (owner.kind) {
    case "team":
      return !pull.requestedTeams.includes(owner.slug);
    case "user":
      return (
        !pull.requestedUsers.includes(owner.login) &&
        owner.login !== pull.author.login.toLowerCase()
      );
    case "bot":
      return false;
  }
}

/** False when GitHub refuses the request as a whole. */
async function ask(
  { github, repository }: Source,
  pullNumber: number,
  owners: readonly OwnerName[],
): Promise<boolean> {
  try {
    await github.rest.pulls.requestReviewers({
      owner: repository.owner,
      repo: repository.repo,
      pull_number: pullNumber,
      reviewers: owners.flatMap((owner) => (owner.kind === "user" ? [owner.login] : [])),
      team_reviewers: owners.flatMap((owner) => (owner.kind === "team" ? [owner.slug] : [])),
    });
    return true;
  } catch (error) {
    const status = statusOf(error);
    if (status === 422 || status === 404 || status === 403) return false;
    throw error;
  }
}
