import nock from "nock";
import { ProbotOctokit } from "probot";
import type { GitHubClient, Repository } from "../../src/github/client.ts";

/** The repository of the single calls. */
export const repository: Repository = { id: 1, owner: "acme", repo: "desk" };

/** A client as the app has it, that neither waits nor tries again. */
export async function githubClient(): Promise<GitHubClient> {
  return new ProbotOctokit({
    auth: { token: "test" },
    retry: { enabled: false },
    throttle: { enabled: false },
  });
}

/** What GitHub would answer to calls about the repository. */
export function github(): nock.Scope {
  return nock("https://api.github.com/repos/acme/desk");
}
