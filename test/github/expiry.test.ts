import { expect, test } from "vitest";
import { openDesk, owners, policy } from "./desk.ts";
import { startRunning } from "./running-app.ts";

test("an approval expires by itself, is closed then, and counts again once it is given anew", async () => {
  let offset = 0;
  const now = (): number => Date.now() + offset;
  const running = await startRunning({ clock: () => new Date(now()) }, { now });
  try {
    const organization = "expiring";
    const config = owners(organization, "approvals:\n  ttl: 1m\n");
    const desk = await openDesk(running.github, { organization, config });
    const pull = await desk.propose("loosen", { "kortix.yaml": policy({ refund: "always_run" }) });
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    offset = 61_000;
    await desk.answer(pull, "action_required", "the approval has expired");
    expect(desk.isOpen(pull)).toBe(false);
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    expect(running.github.violations).toEqual([]);
  } finally {
    await running.close();
  }
});
