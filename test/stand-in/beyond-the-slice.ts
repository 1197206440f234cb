/** An endpoint that the stand-in serves though the slice of GitHub's description does not have it. */
export interface ExtraEndpoint {
  /** `METHOD /path/template`. */
  readonly endpoint: string;
  /** Why the app may rely on it. */
  readonly reason: string;
  /**
   * The operation of the slice that it answers like, or the schema of its 200, or all of it as GitHub's documentation has it: what it
   * takes and what it answers, in the form of the slice.
   */
  readonly like:
    | { readonly operation: string }
    | { readonly schema: object }
    | { readonly described: object };
}

const issueSchema = {
  type: "object",
  required: ["id", "number", "state", "title", "user", "created_at", "updated_at"],
  properties: {
    number: { type: "integer" },
    state: { type: "string", enum: ["open", "closed"] },
    title: { type: "string" },
    body: { type: ["string", "null"] },
  },
};
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const weekly = "the report of a week is an issue, where the configuration wants one";

/** The whole list. An endpoint that stands neither here nor in the slice is a violation. */
export const EXTRA_ENDPOINTS: readonly ExtraEndpoint[] = [
  {
    endpoint: "GET /organizations/{org_id}/team/{team_id}",
    reason:
      "a team's id survives a rename, its slug does not; GitHub documents this form beside the slug",
    like: { operation: "GET /orgs/{org}/teams/{team_slug}" },
  },
  {
    endpoint: "GET /organizations/{org_id}/team/{team_id}/members",
    reason: "as above",
    like: { operation: "GET /orgs/{org}/teams/{team_slug}/members" },
  },
  {
    endpoint: "GET /organizations/{org_id}/team/{team_id}/memberships/{username}",
    reason: "as above",
    like: { operation: "GET /orgs/{org}/teams/{team_slug}/memberships/{username}" },
  },
  {
    endpoint: "GET /users/{username}",
    reason: "says whether an owner exists, is a bot, or is suspended (GitHub Enterprise Server)",
    like: { schema: { $ref: "#/components/schemas/simple-user" } },
  },
  {
    endpoint: "GET /user/{account_id}",
    reason: "a user's id survives a rename, the login does not",
    like: { schema: { $ref: "#/components/schemas/simple-user" } },
  },
  {
    endpoint: "GET /repos/{owner}/{repo}/installation",
    reason: "finds the installation of a repository that was transferred",
    like: { schema: { $ref: "#/components/schemas/installation" } },
  },
  {
    endpoint: "GET /orgs/{org}/installation",
    reason: "finds the installation that can see the teams of another organization",
    like: { schema: { $ref: "#/components/schemas/installation" } },
  },
  {
    endpoint: "GET /repos/{owner}/{repo}/branches/{branch}",
    reason: "whether the older protection of a branch requires the check, and from which app",
    like: {
      schema: { type: "object", required: ["name", "commit", "protected", "protection"] },
    },
  },
  {
    endpoint: "GET /repos/{owner}/{repo}/git/commits/{commit_sha}",
    reason: "a commit's tree and parents without computing its files",
    like: {
      schema: {
        type: "object",
        required: ["sha", "tree", "parents", "author", "committer", "message"],
      },
    },
  },
  {
    endpoint: "GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls",
    reason: "the pull requests that a merge group or a push on the trust branch came through",
    like: { operation: "GET /repos/{owner}/{repo}/pulls" },
  },
  {
    endpoint: "GET /repos/{owner}/{repo}/issues",
    reason: weekly,
    like: {
      described: {
        parameters: [
          { name: "state", in: "query", schema: { enum: ["open", "closed", "all"] } },
          { name: "creator", in: "query", schema: { type: "string" } },
          { name: "sort", in: "query", schema: { enum: ["created", "updated", "comments"] } },
          { name: "direction", in: "query", schema: { enum: ["asc", "desc"] } },
          { name: "per_page", in: "query", schema: { type: "integer" } },
          { name: "page", in: "query", schema: { type: "integer" } },
        ],
        responses: { "200": json({ type: "array", items: issueSchema }) },
      },
    },
  },
  {
    endpoint: "POST /repos/{owner}/{repo}/issues",
    reason: weekly,
    like: {
      described: {
        requestBody: {
          required: true,
          ...json({
            type: "object",
            required: ["title"],
            properties: { title: { type: "string" }, body: { type: "string" } },
          }),
        },
        responses: { "201": json(issueSchema) },
      },
    },
  },
  {
    endpoint: "PATCH /repos/{owner}/{repo}/issues/{issue_number}",
    reason: weekly,
    like: {
      described: {
        parameters: [{ name: "issue_number", in: "path", schema: { type: "integer" } }],
        requestBody: {
          required: false,
          ...json({
            type: "object",
            properties: {
              title: { type: "string" },
              body: { type: ["string", "null"] },
              state: { enum: ["open", "closed"] },
              state_reason: { enum: ["completed", "not_planned", "reopened", null] },
            },
          }),
        },
        responses: { "200": json(issueSchema) },
      },
    },
  },
  {
    endpoint: "GET /rate_limit",
    reason: "the app may ask how much is left before it spreads its work; the call is free",
    like: { schema: { type: "object", required: ["resources", "rate"] } },
  },
];

/** A place where GitHub's description is not what GitHub does. */
export interface Correction {
  /** JSON pointer into the slice. */
  readonly pointer: string;
  readonly reason: string;
  readonly correct: (described: object) => object;
}

/** The whole list of those places. */
export const CORRECTIONS: readonly Correction[] = [
  {
    pointer: "/components/schemas/pull-request/properties/head/properties/repo",
    reason: "null once the fork is deleted",
    correct: (described) => ({ nullable: true, allOf: [described] }),
  },
  {
    pointer: "/components/schemas/pull-request-simple/properties/head/properties/repo",
    reason: "null once the fork is deleted",
    correct: (described) => ({ nullable: true, allOf: [described] }),
  },
  {
    pointer: "/paths/~1app~1installations/get/responses/200/content/application~1json/schema/items",
    reason: "the description demands an account that is a user and an enterprise at once",
    correct: () => ({ $ref: "#/components/schemas/installation" }),
  },
];

/** The same for the description of webhooks. */
export const WEBHOOK_CORRECTIONS: readonly Correction[] = ["requested", "rerequested"].map(
  (action) => ({
    pointer: `/components/schemas/webhook-check-suite-${action}/properties/check_suite/properties/app/properties/events/items`,
    reason: "its list of events is older than `merge_group` and `repository_ruleset`",
    correct: () => ({ type: "string" }),
  }),
);
