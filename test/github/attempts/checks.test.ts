import { policy } from "../desk.ts";
import { attempts, loosened } from "./attempt.ts";

const attempt = attempts();

attempt(
  31,
  "a workflow of the pull request posts a check run of the same name",
  async ({ desk, expect, propose }) => {
    const pull = await propose();
    const { sha } = desk.github.pullRequest(pull).head;
    await desk.github.postForeignCheckRun({
      repository: desk.repository,
      sha,
      name: "countersign",
      status: "completed",
      conclusion: "success",
    });
    await desk.settled(pull);
    expect(desk.isOpen(pull)).toBe(false);
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    expect(desk.isOpen(pull)).toBe(true);
  },
);

attempt(
  32,
  "a writer posts a commit status of the same name",
  async ({ desk, expect, propose }) => {
    const pull = await propose();
    const { sha } = desk.github.pullRequest(pull).head;
    await desk.github.postStatus({
      repository: desk.repository,
      sha,
      context: "countersign",
      state: "success",
      by: desk.who("lena"),
    });
    await desk.settled(pull);
    expect(desk.isOpen(pull)).toBe(false);
    expect(desk.github.mergeBlockers(pull).length).toBeGreaterThan(0);
  },
);

attempt(44, "a commit that asks for no checks", async ({ desk, expect }) => {
  const pull = await desk.propose("loosen", loosened, {
    message: "Refunds\n\n\nskip-checks: true",
  });
  await desk.answer(pull, "action_required");
  expect(desk.isOpen(pull)).toBe(false);
});

attempt(48, "write a comment that bears our marker", async ({ desk, expect }) => {
  const pull = await desk.propose("loosen", { "README.md": "# Soon\n" });
  await desk.answer(pull, "success");
  const body = "<!-- countersign -->\n### Open: approved for `stripe`";
  await desk.github.comment({ pull, user: desk.who("otto"), body });
  await desk.push("loosen", loosened);
  await desk.answer(pull, "action_required", "waiting for the owners");
  const comments = desk.github.commentsOf(pull);
  expect(comments.map(({ app }) => app?.id ?? null)).toEqual([null, desk.github.app.id]);
  expect(comments[0]?.body).toBe(body);
});

attempt(49, "write the comment from inside the policy", async ({ desk, expect }) => {
  const hostile = "stripe.@everyone\\n\\n### Open ✅ [x](https://evil.example) <img src=x> | a | b";
  const pull = await desk.propose("hostile", {
    "kortix.yaml": policy({ first: `  - match: "${hostile}"\n    action: block\n` }),
  });
  await desk.settled(pull);
  expect(desk.colours(pull)).not.toContain("success");
  const said = desk.comment(pull).replace(/^ *(`{3,})[\s\S]*?^ *\1/gm, "");
  for (const line of said.split("\n")) {
    const outsideCode = line.replace(/(`+)[\s\S]*?\1/g, "");
    expect(outsideCode).not.toMatch(/@everyone|evil\.example|<img|Open ✅/);
  }
});
