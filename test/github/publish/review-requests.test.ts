import { expect, test } from "vitest";
import { requestReviews } from "../../../src/github/publish/review-requests.ts";
import type { PullRequest } from "../../../src/github/read/pull-request.ts";
import { type OwnerName, parseOwnerName } from "../../../src/review/owner.ts";
import { github, githubClient, repository } from "../github-client.ts";

const pull: PullRequest = {
  number: 4,
  state: "open",
  merged: false,
  author: { id: 1, login: "Lena", kind: "user" },
  headSha: "h",
  headLabel: "acme:h",
  baseRef: "main",
  defaultBranch: "main",
  mergeable: true,
  mergeSha: "m",
  requestedUsers: ["gina"],
  requestedTeams: ["support"],
};
const named = (...names: readonly string[]): readonly OwnerName[] =>
  names.flatMap((name) => parseOwnerName(name) ?? []);
const asked: object[] = [];

function answering(...statuses: readonly number[]): void {
  asked.length = 0;
  const scope = github();
  for (const status of statuses) {
    scope.post("/pulls/4/requested_reviewers").reply((_path, body) => {
      asked.push(body as unknown as object);
      return [status, {}];
    });
  }
}
const ask = async (owners: readonly OwnerName[]) =>
  await requestReviews({ github: await githubClient(), repository }, pull, owners);

test("owners are asked at once, but not the author and not who is asked already", async () => {
  answering(201);
  expect(await ask(named("@lena", "@gina", "@maria", "@acme/Finance", "@acme/support"))).toEqual(
    [],
  );
  expect(asked).toEqual([{ reviewers: ["maria"], team_reviewers: ["finance"] }]);
});

test("nobody is asked for nothing", async () => {
  expect(await ask(named("@lena"))).toEqual([]);
});

test("where GitHub refuses them together they are asked one by one, and the refused ones come back", async () => {
  answering(422, 201, 422);
  expect(await ask(named("@maria", "@acme/finance"))).toEqual(named("@acme/finance"));
  answering(403);
  expect(await ask(named("@maria"))).toEqual(named("@maria"));
});

test("any other error is passed on", async () => {
  answering(502);
  await expect(ask(named("@maria"))).rejects.toThrow();
});
