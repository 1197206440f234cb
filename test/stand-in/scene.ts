import type { PullName } from "./pull-requests.ts";
import { type StandIn, type StandInOptions, startStandIn } from "./stand-in.ts";

/** An answer of the API, read. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into JSON of many shapes
  readonly body: any;
}

/** One organization, one repository, an author, an owner, a pull request; and a way to call the API as the app. */
export interface Scene {
  readonly github: StandIn;
  readonly repository: string;
  readonly pull: PullName;
  readonly head: string;
  api(method: string, path: string, body?: unknown, token?: string): Promise<ApiAnswer>;
}

/** Starts a stand-in with the cast that most tests need. `lena` writes, `maria` of `acme/finance` owns. */
export async function startScene(options: StandInOptions = {}): Promise<Scene> {
  const github = await startStandIn(options);
  const repository = "acme/agents";
  github.createUser({ login: "lena", emails: ["lena@acme.test"] });
  github.createUser({ login: "maria" });
  await github.createOrganization({ login: "acme" });
  await github.createTeam({ organization: "acme", name: "Finance", members: ["maria"] });
  github.createRepository({
    owner: "acme",
    name: "agents",
    files: { "kortix.yaml": "rules: []\n", "docs/a.md": "a\n" },
  });
  await github.grant({ repository, user: "lena", permission: "write" });
  await github.grant({ repository, team: "acme/finance", permission: "read" });
  const head = await github.commit({
    repository,
    branch: "loosen",
    author: "lena",
    files: { "kortix.yaml": "rules: [one]\n" },
  });
  const pull = await github.openPullRequest({ repository, author: "lena", head: "loosen" });
  return {
    github,
    repository,
    pull,
    head,
    api: async (method, path, body, token = github.tokenFor("acme")) => {
      const answer = await fetch(`${github.url}/api/v3${path}`, {
        method,
        headers: { authorization: `token ${token}` },
        redirect: "manual",
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return {
        status: answer.status,
        headers: answer.headers,
        body: text === "" ? undefined : JSON.parse(text),
      };
    },
  };
}
