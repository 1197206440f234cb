import { vi } from "vitest";
import { attempts } from "./attempt.ts";

const attempt = attempts();

attempt(51, "take the check out of the branch rule", async ({ desk, expect, propose, running }) => {
  const pull = await propose();
  await desk.settled(pull);
  await desk.github.requireNothing({ repository: desk.repository });
  await running.restart();
  await vi.waitFor(
    async () => {
      const answer = await fetch(`${running.url()}/readyz`);
      expect(await answer.text()).toContain("no rule requires the check `countersign`");
    },
    { timeout: 30_000, interval: 200 },
  );
  await desk.push("loosen", { "README.md": "# Unguarded\n" });
  await desk.answer(pull, "action_required");
  const { sha } = desk.github.pullRequest(pull).head;
  expect(desk.github.checkRunOf(desk.repository, sha)?.summary).toContain(
    "no rule requires the check `countersign` on `main`",
  );
});
