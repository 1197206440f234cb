/** Kinds of endpoints of GitHub's API, few enough to be a label. */
export type EndpointClass = (typeof classes)[number][0] | "other";

/** The first that a path matches. */
const classes = [
  ["token", /^\/app\/installations\/\d+\/access_tokens$/],
  ["deliveries", /^\/app\/hook\//],
  ["app", /^\/(app|installation)(\/|$)/],
  ["checks", /\/check-(runs|suites)(\/|$)/],
  ["reviews", /\/pulls\/\d+\/(reviews|requested_reviewers)(\/|$)/],
  ["pulls", /^\/repos\/[^/]+\/[^/]+\/pulls(\/|$)/],
  ["comments", /^\/repos\/[^/]+\/[^/]+\/issues(\/|$)/],
  ["git", /^\/repos\/[^/]+\/[^/]+\/git\//],
  ["commits", /^\/repos\/[^/]+\/[^/]+\/(commits|compare)(\/|$)/],
  ["rules", /^\/repos\/[^/]+\/[^/]+\/(rules|branches)(\/|$)/],
  ["people", /^\/(orgs|organizations|users|user|teams)\/|\/collaborators\//],
  ["graphql", /^\/graphql$/],
  ["repository", /^\/repos\//],
] as const;

/** The kind of endpoint that an address of the API belongs to. */
export function endpointClass(url: string): EndpointClass {
  const { pathname } = new URL(url);
  // GitHub Enterprise Server puts its API below these.
  const path = pathname.replace(/^\/api(\/v3)?(?=\/)/, "");
  return classes.find(([, pattern]) => pattern.test(path))?.[0] ?? "other";
}
