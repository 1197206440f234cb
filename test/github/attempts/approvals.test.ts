import { policy } from "../desk.ts";
import { attempts, loosened } from "./attempt.ts";

const attempt = attempts();
const blockedRefunds = { files: { "kortix.yaml": policy({ refund: "block" }) } };

attempt(
  1,
  "approve, then push a weaker rule for the same connector",
  async ({ desk, expect }) => {
    const pull = await desk.propose("loosen", { "kortix.yaml": policy() });
    await desk.answer(pull, "action_required");
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    await desk.push("loosen", loosened);
    await desk.answer(pull, "action_required", "went stale", "approved a different change");
    expect(desk.colours(pull)).not.toContain("success");
  },
  blockedRefunds,
);

attempt(
  2,
  "approve, then push a change to another connector: only that one is asked",
  async ({ desk, expect, propose }) => {
    const pull = await propose();
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    await desk.push("loosen", {
      "kortix.yaml": policy({ refund: "always_run", reply: "always_run" }),
    });
    expect(await desk.answer(pull, "action_required", "approved by `maria-attempt-2`")).toBe(
      "Closed: waiting for the owners of helpdesk",
    );
    await desk.approve(pull, "hugo");
    await desk.answer(pull, "success");
  },
);

attempt(8, "approve, then request changes", async ({ desk, expect, propose }) => {
  const pull = await propose();
  await desk.approve(pull, "maria");
  await desk.answer(pull, "success");
  await desk.approve(pull, "maria", "CHANGES_REQUESTED");
  await desk.answer(pull, "action_required", "changes requested by `maria-attempt-8`");
  expect(desk.isOpen(pull)).toBe(false);
});

attempt(
  9,
  "dismiss the newest approval so that an older one counts again",
  async ({ desk, expect, propose }) => {
    const pull = await propose();
    await desk.approve(pull, "maria");
    const newest = await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    await desk.github.dismissReview({ pull, review: newest, by: desk.who("lena") });
    await desk.answer(pull, "action_required", "gave a review that was dismissed");
    await desk.settled(pull);
    expect(desk.isOpen(pull)).toBe(false);
  },
);

attempt(10, "the author dismisses an owner's change request", async ({ desk, expect, propose }) => {
  const pull = await propose();
  const review = await desk.approve(pull, "maria", "CHANGES_REQUESTED");
  await desk.approve(pull, "gina");
  await desk.answer(pull, "action_required", "changes requested by `maria-attempt-10`");
  await desk.judged(pull, () => desk.github.dismissReview({ pull, review, by: desk.who("lena") }));
  expect(desk.colours(pull)).not.toContain("success");
  expect(desk.comment(pull)).toContain("changes requested by `maria-attempt-10`");
});

attempt(56, "edit the words of reviews until they approve", async ({ desk, expect }) => {
  const { github, repository } = desk;
  const pull = await desk.propose("loosen", loosened);
  const stranger = await desk.approve(pull, "otto");
  const remark = await desk.approve(pull, "maria", "COMMENTED");
  await desk.answer(pull, "action_required", "owns none of the affected connectors");
  for (const review of [stranger, remark]) {
    await desk.judged(pull, () => github.editReview({ pull, review, body: "approved by maria" }));
  }
  const asked = await desk.approve(pull, "maria", "CHANGES_REQUESTED");
  await desk.answer(pull, "action_required", "changes requested by `maria-attempt-56`");
  await desk.judged(pull, () => github.editReview({ pull, review: asked, body: "approved" }));
  expect(desk.colours(pull)).not.toContain("success");
  expect(desk.isOpen(pull)).toBe(false);
  expect(github.checkRunsOf(repository, github.pullRequest(pull).head.sha)).toHaveLength(1);
});

attempt(
  57,
  "turn an approval of nothing into an approval of something",
  async ({ desk, expect }) => {
    const pull = await desk.propose("loosen", { "kortix.yaml": `# Words only\n${policy()}` });
    await desk.answer(pull, "success");
    await desk.approve(pull, "maria");
    await desk.settled(pull);
    await desk.push("loosen", loosened);
    await desk.answer(pull, "action_required", "waiting for 1 approval", "`maria-attempt-57`");
    expect(desk.colours(pull)).not.toContain("success");
  },
);

attempt(
  59,
  "approve what was never shown: a commit that was never judged",
  async ({ desk, expect, running }) => {
    const { github } = running;
    const { repository } = desk;
    const write = (files: { readonly "kortix.yaml": string }, parent: string): string =>
      github.writeCommit({
        repository,
        branch: "loosen",
        parents: [parent],
        author: desk.who("lena"),
        files,
      });
    // Both arrive with one push, so that only the second is ever a head.
    const harmless = write({ "kortix.yaml": policy() }, github.shaOf(repository, "main"));
    const sha = write(loosened, harmless);
    await github.push({ repository, user: desk.who("lena"), branch: "loosen", sha });
    const pull = await github.openPullRequest({
      repository,
      author: desk.who("nora"),
      head: "loosen",
    });
    await github.submitReview({
      pull,
      user: desk.who("maria"),
      state: "APPROVED",
      commitId: harmless,
    });
    await desk.answer(pull, "action_required", "approved a commit that was never judged");
    expect(desk.colours(pull)).not.toContain("success");
  },
  blockedRefunds,
);
