import { describe, test, vi } from "vitest";
import { openDesk, policy } from "./desk.ts";
import { sharedRunning } from "./shared-running.ts";

vi.setConfig({ maxConcurrency: 16, testTimeout: 180_000 });

const running = sharedRunning({}, { requestLimitMs: 8_000, spaced: true });

const open = (organization: string, more = {}) =>
  openDesk(running.github, { organization, ...more });
const loosened = { "kortix.yaml": policy({ refund: "always_run" }) };
const at = (organization: string, path: string): RegExp =>
  new RegExp(`^/(repos|orgs)/${organization}/${path}`);

/** Every kind of read, by the path below the organization. */
const reads = {
  "the pull request": "desk/pulls/\\d+$",
  "the trust branch": "desk/git/ref/",
  "a tree": "desk/git/trees/",
  "the test merge": "desk/commits/",
  "a file": "desk/git/blobs/",
  "the commits": "desk/compare/",
  "the reviews": "desk/pulls/\\d+/reviews",
  "a team": "teams/finance$",
  "its members": "teams/finance/members",
  "a membership": "teams/finance/memberships/",
} as const;

const writes = {
  "the check run's creation": ["POST", "desk/check-runs"],
  "the comment": ["POST", "desk/issues/\\d+/comments"],
  "the conclusion": ["PATCH", "desk/check-runs/"],
  "the review request": ["POST", "desk/pulls/\\d+/requested_reviewers"],
} as const;

const answers = {
  "a 502": 502,
  "a 403": 403,
  "a 404": 404,
  "a 429 with Retry-After": { status: 429, retryAfter: 2 },
  "no answer": "timeout",
  "a cut connection": "reset",
} as const;

/** Each place with each answer would be many; each place meets one of them, and each answer several places. */
const kinds = Object.keys(answers) as (keyof typeof answers)[];
const pairs = <T extends string>(places: readonly T[], first: number) =>
  places.map((place, index) => ({
    place,
    answer: kinds[(index + first) % kinds.length] ?? "a 502",
  }));

describe.concurrent("a read that fails", () => {
  const cases = pairs(Object.keys(reads) as (keyof typeof reads)[], 0).map((one, index) => ({
    ...one,
    organization: `read-${index}`,
  }));
  test.for(cases)(
    "$place, by $answer: no success from it, and the right answer once it is over",
    async ({ place, answer, organization }, { expect }) => {
      const desk = await open(organization);
      running.github.faults.next({
        method: "GET",
        path: at(organization, reads[place]),
        answer: answers[answer],
        times: 2,
      });
      await desk.push("loosen", loosened);
      // Where the base went on, the head alone is not what a merge gives.
      if (place === "the test merge") {
        const author = `${organization}-admin`;
        await desk.push("main", { "README.md": "# Help\n" }, { author });
      }
      const pull = await desk.github.openPullRequest({
        repository: desk.repository,
        author: desk.who("nora"),
        head: "loosen",
      });
      await desk.answer(pull, "action_required", "waiting for 1 approval");
      expect(desk.colours(pull)).not.toContain("success");
      await desk.approve(pull, "maria");
      await desk.answer(pull, "success", `approved by \`maria-${organization}\``);
      expect(desk.github.commentsOf(pull)).toHaveLength(1);
    },
  );
});

describe.concurrent("a dismissal while GitHub does not answer", () => {
  const cases = (["the pull request", "the reviews"] as const).map((place, index) => ({
    place,
    organization: `dismissal-${index}`,
  }));
  test.for(cases)(
    "$place: the check does not stay green",
    async ({ place, organization }, { expect }) => {
      const desk = await open(organization);
      const pull = await desk.propose("loosen", loosened);
      const review = await desk.approve(pull, "maria");
      await desk.answer(pull, "success");
      await desk.settled(pull);
      running.github.faults.next({
        method: "GET",
        path: at(organization, reads[place]),
        answer: 404,
        times: 1,
      });
      await desk.github.dismissReview({ pull, review, by: desk.who("lena") });
      await desk.answer(pull, "action_required", "was dismissed");
      const after = desk.colours(pull);
      expect(after.lastIndexOf("success")).toBe(after.indexOf("success"));
      expect(after).not.toContain("neutral");
    },
  );
});

describe.concurrent("a write that fails", () => {
  const cases = pairs(Object.keys(writes) as (keyof typeof writes)[], 2).map((one, index) => ({
    ...one,
    organization: `write-${index}`,
  }));
  test.for(cases)(
    "$place, by $answer: the right answer once it is over, once",
    async ({ place, answer, organization }, { expect }) => {
      const desk = await open(organization);
      const [method, path] = writes[place];
      running.github.faults.next({ method, path: at(organization, path), answer: answers[answer] });
      const pull = await desk.propose("loosen", loosened);
      await desk.answer(pull, "action_required", "@");
      await desk.settled(pull);
      expect(desk.colours(pull)).not.toContain("success");
      await desk.approve(pull, "maria");
      await desk.answer(pull, "success");
      const { sha } = desk.github.pullRequest(pull).head;
      expect(desk.github.checkRunsOf(desk.repository, sha)).toHaveLength(1);
      expect(desk.github.commentsOf(pull)).toHaveLength(1);
    },
  );

  const lost = [
    { place: "the check run's creation", answer: "a 502", organization: "lost-check" },
    { place: "the comment", answer: "a cut connection", organization: "lost-comment" },
    { place: "the conclusion", answer: "a cut connection", organization: "lost-conclusion" },
  ] as const;
  test.for(lost)(
    "$place, applied though the answer is lost by $answer: one check run and one comment",
    async ({ place, answer, organization }, { expect }) => {
      const desk = await open(organization);
      const [method, path] = writes[place];
      running.github.faults.next({
        method,
        path: at(organization, path),
        answer: answers[answer],
        applied: true,
      });
      const pull = await desk.propose("loosen", loosened);
      await desk.approve(pull, "maria");
      await desk.answer(pull, "success");
      const { sha } = desk.github.pullRequest(pull).head;
      expect(desk.github.checkRunsOf(desk.repository, sha)).toHaveLength(1);
      expect(desk.github.commentsOf(pull)).toHaveLength(1);
    },
  );

  test("a comment whose answer is lost is looked for until it is found, before another is written", async ({
    expect,
  }) => {
    const desk = await open("lost-and-hidden");
    const path = at("lost-and-hidden", "desk/issues/\\d+/comments");
    running.github.faults.next({ method: "POST", path, answer: "reset", applied: true });
    running.github.faults.next({ method: "GET", path, answer: 403, times: 1 });
    const pull = await desk.propose("loosen", loosened);
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    expect(desk.github.commentsOf(pull)).toHaveLength(1);
  });

  test("a success applied though its answer is lost is taken back when it does not hold any more", async ({
    expect,
  }) => {
    const desk = await open("lost-success");
    const pull = await desk.propose("loosen", loosened);
    await desk.answer(pull, "action_required");
    await desk.settled(pull);
    running.github.faults.next({
      method: "PATCH",
      path: at("lost-success", "desk/check-runs/"),
      answer: 403,
      applied: true,
    });
    const review = await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    await desk.github.dismissReview({ pull, review, by: desk.who("lena") });
    await desk.answer(pull, "action_required", "was dismissed");
    const colours = desk.colours(pull);
    expect(colours.slice(colours.lastIndexOf("success"))).not.toEqual([
      "success",
      "action_required",
    ]);
  });

  test("a conclusion that GitHub refuses as too large is written in its smallest form", async ({
    expect,
  }) => {
    const desk = await open("refused");
    const pull = await desk.propose("loosen", loosened);
    await desk.settled(pull);
    running.github.faults.next({
      method: "PATCH",
      path: at("refused", "desk/check-runs/"),
      answer: 422,
    });
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    const { sha } = desk.github.pullRequest(pull).head;
    const summary = desk.github.checkRunOf(desk.repository, sha)?.summary ?? "";
    expect(summary).toBe(
      "After this change, agents may do 1 kind of call without asking that they may not do alone today.",
    );
  });
});

describe.concurrent("our comment", () => {
  test("is written anew when a person deleted it", async ({ expect }) => {
    const desk = await open("deleted-comment");
    const pull = await desk.propose("loosen", loosened);
    await desk.settled(pull);
    const comment = desk.github.commentsOf(pull)[0]?.id ?? 0;
    await desk.github.deleteComment({ pull, comment, by: desk.who("lena") });
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success", "approved by `maria");
    expect(desk.github.commentsOf(pull).map(({ id }) => id)).not.toContain(comment);
    expect(desk.github.commentsOf(pull)).toHaveLength(1);
  });

  test("is not somebody else's that bears our marker", async ({ expect }) => {
    const desk = await open("spoofed");
    await desk.push("loosen", { "README.md": "# Soon\n" });
    const { github, repository } = desk;
    const pull = await github.openPullRequest({
      repository,
      author: desk.who("nora"),
      head: "loosen",
    });
    await desk.answer(pull, "success");
    const body = "<!-- countersign -->\n### Open: approved for `stripe`";
    await github.comment({ pull, user: desk.who("otto"), body });
    await desk.push("loosen", loosened);
    await desk.answer(pull, "action_required", "waiting for the owners");
    expect(github.commentsOf(pull).map(({ app }) => app?.id ?? null)).toEqual([
      null,
      github.app.id,
    ]);
    expect(github.commentsOf(pull)[0]?.body).toBe(body);
  });
});

test("every fault was met, and nothing departed from GitHub's description", ({ expect }) => {
  expect(running.github.faults.unmet).toBe(0);
  expect(running.github.violations).toEqual([]);
});
