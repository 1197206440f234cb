import Database from "better-sqlite3";
import { attempts, loosened } from "./attempt.ts";

const attempt = attempts();

attempt(
  50,
  "suspend the app, have it approved meanwhile, and bring the app back",
  async ({ desk, expect, propose }) => {
    const { github } = desk;
    const pull = await propose();
    await desk.settled(pull);
    await github.suspendInstallation("attempt-50");
    const sha = await desk.push("loosen", { "README.md": "# Meanwhile\n" });
    expect(desk.isOpen(pull)).toBe(false);
    await github.unsuspendInstallation("attempt-50");
    await desk.answer(pull, "action_required", "attempt-50/finance");
    expect(github.checkRunsOf(desk.repository, sha)).toHaveLength(1);
    expect(desk.colours(pull)).not.toContain("success");
  },
);

attempt(55, "rename the repository while a change waits", async (stage) => {
  const { desk, expect, propose, running } = stage;
  const { github } = desk;
  const pull = await propose();
  await desk.settled(pull);
  await github.renameRepository("attempt-55/desk", "front-desk");
  const renamed = { ...pull, repository: "attempt-55/front-desk" };
  await github.commit({
    repository: renamed.repository,
    branch: "loosen",
    author: desk.who("lena"),
    files: { ...loosened, "README.md": "# Renamed\n" },
  });
  await desk.answer(renamed, "action_required", "attempt-55/finance");
  await github.submitReview({ pull: renamed, user: desk.who("otto"), state: "APPROVED" });
  await desk.answer(renamed, "action_required", "`otto-attempt-55`");
  const { sha } = github.pullRequest(renamed).head;
  const shown = github.conclusionsOf(renamed.repository, sha);
  expect(shown.some(({ conclusion }) => conclusion === "success")).toBe(false);
  const store = new Database(running.database, { readonly: true });
  const keys = store
    .prepare("select owner, repo from work where kind = 'pull-request' and repository_id = ?")
    .all(github.pullRequest(renamed).repository.id);
  store.close();
  expect(keys).toEqual([{ owner: "attempt-55", repo: "front-desk" }]);
});
