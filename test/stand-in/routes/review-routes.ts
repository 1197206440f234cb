import { findAccount } from "../accounts.ts";
import { pullRequestEvent, requestedReviewer, reviewEvent } from "../events/pull-request-event.ts";
import { accountJson } from "../json/account-json.ts";
import { pullJson, reviewJson } from "../json/pull-json.ts";
import { teamJson } from "../json/team-json.ts";
import { pageAnswer } from "../pagination.ts";
import { atLeast, permissionOf } from "../permissions.ts";
import { notFound, Refusal } from "../refusal.ts";
import { dismiss, removeRequests, requestReviews } from "../reviews.ts";
import {
  type Answer,
  integer,
  type Needs,
  type RepositoryCall,
  type Route,
  required,
} from "../route.ts";
import type { Account, PullRequest, Team } from "../state.ts";
import { findTeam } from "../teams.ts";
import type { Json } from "../world.ts";
import { pullIn } from "./pull-routes.ts";

const READ: Needs = [["pull_requests", "read"]];
const WRITE: Needs = [["pull_requests", "write"]];
const REQUESTS = "/repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers";

/** Reviews, their dismissal, and who is asked for one. */
export const reviewRoutes: readonly Route[] = [
  {
    kind: "repository",
    method: "GET",
    path: "/repos/{owner}/{repo}/pulls/{pull_number}/reviews",
    needs: READ,
    handle: (call) => {
      const pull = pullIn(call);
      return pageAnswer(call, pull.reviews, (review) => reviewJson(call.world, pull, review));
    },
  },
  {
    kind: "repository",
    method: "PUT",
    path: "/repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/dismissals",
    needs: WRITE,
    handle: (call) => {
      const { world } = call;
      const pull = pullIn(call);
      const id = integer(call, "review_id");
      const review = required(
        pull.reviews.find((one) => one.id === id),
        notFound,
      );
      dismiss(world, pull, review);
      void world.send(reviewEvent(world, "dismissed", pull, review, world.app.bot));
      return { status: 200, body: reviewJson(world, pull, review) };
    },
  },
  {
    kind: "repository",
    method: "GET",
    path: REQUESTS,
    needs: READ,
    handle: (call) => {
      const pull = pullIn(call);
      return {
        status: 200,
        body: {
          users: pull.requestedReviewers.map((user) => accountJson(call.world, user)),
          teams: pull.requestedTeams.map((team) => teamJson(call.world, team)),
        },
      };
    },
  },
  { kind: "repository", method: "POST", path: REQUESTS, needs: WRITE, handle: addRequests },
  { kind: "repository", method: "DELETE", path: REQUESTS, needs: WRITE, handle: takeRequestsBack },
];

interface Asked {
  readonly users: readonly Account[];
  readonly teams: readonly Team[];
}

function addRequests(call: RepositoryCall): Answer {
  const pull = pullIn(call);
  const asked = askedIn(call);
  const fresh = {
    users: asked.users.filter((user) => !pull.requestedReviewers.includes(user)),
    teams: asked.teams.filter((team) => !pull.requestedTeams.includes(team)),
  };
  requestReviews(pull, asked.users, asked.teams);
  tell(call, "review_requested", pull, fresh);
  return { status: 201, body: pullJson(call.world, pull) };
}

function takeRequestsBack(call: RepositoryCall): Answer {
  const pull = pullIn(call);
  const asked = askedIn(call);
  const gone = {
    users: asked.users.filter((user) => pull.requestedReviewers.includes(user)),
    teams: asked.teams.filter((team) => pull.requestedTeams.includes(team)),
  };
  removeRequests(pull, asked.users, asked.teams);
  tell(call, "review_request_removed", pull, gone);
  return { status: 200, body: pullJson(call.world, pull) };
}

/** The people and teams of the body, who must all be able to read the repository. */
function askedIn({ world, repository, body }: RepositoryCall): Asked {
  const { reviewers = [], team_reviewers = [] } = body as {
    reviewers?: readonly string[];
    team_reviewers?: readonly string[];
  };
  const refuse = (): Refusal =>
    new Refusal(
      422,
      `Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the ${repository.owner.login}/${repository.name} repository.`,
    );
  const organization = world.state.organizations.get(repository.owner.id);
  const users = reviewers.map((login) => required(findAccount(world.state, login), refuse));
  const teams = team_reviewers.map((slug) =>
    required(organization && findTeam(world.state, organization, slug), refuse),
  );
  const collaborates = (user: Account): boolean =>
    user.type === "User" &&
    (world.state.organizations.get(repository.owner.id)?.members.get(user.id)?.state === "active" ||
      repository.collaborators.has(user.id) ||
      atLeast(permissionOf(world.state, repository, user), "triage"));
  if (!users.every(collaborates)) throw refuse();
  if (!teams.every((team) => team.visible && repository.teams.has(team.id))) throw refuse();
  return { users, teams };
}

function tell(
  { world }: RepositoryCall,
  action: "review_requested" | "review_request_removed",
  pull: PullRequest,
  { users, teams }: Asked,
): void {
  const named: Json[] = [
    ...users.map((user) => requestedReviewer(world, user)),
    ...teams.map((team) => ({ requested_team: teamJson(world, team) })),
  ];
  for (const more of named)
    void world.send(pullRequestEvent(world, action, pull, world.app.bot, more));
}
