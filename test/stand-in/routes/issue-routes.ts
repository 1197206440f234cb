import { issueJson } from "../json/issue-json.ts";
import { pageAnswer } from "../pagination.ts";
import { notFound, Refusal } from "../refusal.ts";
import { integer, type Needs, type RepositoryCall, type Route, required } from "../route.ts";
import type { Issue } from "../state.ts";
import { nextId, now } from "../world.ts";

const READ: Needs = [["issues", "read"]];
const WRITE: Needs = [["issues", "write"]];
const ALL = "/repos/{owner}/{repo}/issues";
const ONE = "/repos/{owner}/{repo}/issues/{issue_number}";
/** Characters that the body of an issue may have. */
const ISSUE_CHARACTERS = 65_536;

/** Issues of a repository. Pull requests, which GitHub lists among them, are left out. */
export const issueRoutes: readonly Route[] = [
  {
    kind: "repository",
    method: "GET",
    path: ALL,
    needs: READ,
    handle: (call) => {
      const state = call.query.get("state") ?? "open";
      const found = [...call.repository.issues.values()]
        .filter((issue) => state === "all" || issue.state === state)
        .toReversed();
      return pageAnswer(call, found, (issue) => issueJson(call.world, call.repository, issue));
    },
  },
  {
    kind: "repository",
    method: "POST",
    path: ALL,
    needs: WRITE,
    handle: (call) => {
      const { world, repository } = call;
      const { title, body } = call.body as { title: string; body?: string };
      const at = now(world);
      const numbers = [...repository.pulls.keys(), ...repository.issues.keys()];
      const issue: Issue = {
        id: nextId(world.state),
        number: Math.max(0, ...numbers) + 1,
        user: world.app.bot,
        app: world.app,
        title,
        body: checked(body ?? ""),
        state: "open",
        stateReason: null,
        createdAt: at,
        updatedAt: at,
      };
      repository.issues.set(issue.number, issue);
      return { status: 201, body: issueJson(world, repository, issue) };
    },
  },
  {
    kind: "repository",
    method: "PATCH",
    path: ONE,
    needs: WRITE,
    handle: (call) => {
      const issue = ownIssueIn(call);
      const change = call.body as {
        title?: string;
        body?: string;
        state?: Issue["state"];
        state_reason?: Issue["stateReason"];
      };
      issue.title = change.title ?? issue.title;
      issue.body = checked(change.body ?? issue.body);
      issue.state = change.state ?? issue.state;
      issue.stateReason = change.state_reason ?? issue.stateReason;
      issue.updatedAt = now(call.world);
      return { status: 200, body: issueJson(call.world, call.repository, issue) };
    },
  },
];

/** GitHub lets an app edit what others wrote; an app that does is up to no good, so this stand-in refuses. */
function ownIssueIn(call: RepositoryCall): Issue {
  const issue = required(call.repository.issues.get(integer(call, "issue_number")), notFound);
  if (issue.app?.id === call.installation.app.id) return issue;
  throw new Refusal(403, "Unable to change an issue that somebody else wrote");
}

function checked(body: string): string {
  if ([...body].length <= ISSUE_CHARACTERS) return body;
  throw new Refusal(422, "Validation Failed", [
    {
      resource: "Issue",
      field: "body",
      code: "custom",
      message: `body is too long (maximum is ${ISSUE_CHARACTERS} characters)`,
    },
  ]);
}
