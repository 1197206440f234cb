import { expect, test } from "vitest";
import { readReviews } from "../../../src/github/read/reviews.ts";
import { github, githubClient, repository } from "../github-client.ts";

const review = (
  id: number,
  state: string,
  user: object | null = { id: 7, login: "maria", type: "User" },
) => ({
  id,
  state,
  user,
  submitted_at: "2026-01-02T03:04:05Z",
});

test("all pages of reviews, in every state, and a deleted account as nobody", async () => {
  const next =
    '<https://api.github.com/repos/acme/desk/pulls/3/reviews?per_page=100&page=2>; rel="next"';
  github()
    .get("/pulls/3/reviews?per_page=100")
    .reply(200, [review(1, "APPROVED"), review(2, "DISMISSED", null)], { link: next })
    .get("/pulls/3/reviews?per_page=100&page=2")
    .reply(200, [review(3, "CHANGES_REQUESTED", { id: 8, login: "helper[bot]", type: "Bot" })]);
  const submittedAt = Date.parse("2026-01-02T03:04:05Z");
  expect(await readReviews(await githubClient(), repository, 3)).toEqual([
    { id: 1, state: "approved", reviewer: { id: 7, login: "maria", kind: "user" }, submittedAt },
    { id: 2, state: "dismissed", reviewer: null, submittedAt },
    {
      id: 3,
      state: "changes_requested",
      reviewer: { id: 8, login: "helper[bot]", kind: "bot" },
      submittedAt,
    },
  ]);
});

test("a state that nobody knows is an error", async () => {
  github()
    .get("/pulls/3/reviews?per_page=100")
    .reply(200, [review(1, "BLESSED")]);
  await expect(readReviews(await githubClient(), repository, 3)).rejects.toThrow("`BLESSED`");
});
