import { randomUUID } from "node:crypto";
import { describe, type ExpectStatic, test, vi } from "vitest";
import { openStore } from "../../src/storage/store.ts";
import { type Cast, type Desk, openDesk, owners, type Pull, policy } from "./desk.ts";
import { postWebhook } from "./post-webhook.ts";
import { pressedButton } from "./pressed-button.ts";
import { sharedRunning } from "./shared-running.ts";

vi.setConfig({ maxConcurrency: 20, testTimeout: 120_000 });

let offset = 0;
const now = (): number => Date.now() + offset;
const running = sharedRunning({ clock: () => new Date(now()) }, { now });

const loosened = { "kortix.yaml": policy({ refund: "always_run" }) };

/** A desk whose on-call team is nora, hugo and otto, and a pull request of nora's with a commit of lena's. */
async function emergency(
  organization: string,
  config: string = breakGlass(organization),
  closed = "action_required",
): Promise<readonly [Desk, Pull]> {
  const desk = await openDesk(running.github, {
    organization,
    config: owners(organization, config),
  });
  await desk.github.createTeam({
    organization,
    name: "On call",
    members: (["nora", "hugo", "otto", "maria"] as const).map(desk.who),
  });
  const pull = await desk.propose("loosen", loosened);
  await desk.answer(pull, closed);
  return [desk, pull];
}

function breakGlass(organization: string): string {
  return `break_glass:\n  team: "@${organization}/on-call"\n  ttl: 10m\n`;
}

function says(desk: Desk, pull: Pull, by: Cast, body: string): Promise<number> {
  return desk.github.submitReview({ pull, user: desk.who(by), state: "COMMENTED", body });
}

const ask = "/countersign override the refund rule blocks every customer";
const confirm = "/countersign confirm";

/** What the decision log says of overrides of a pull request. */
async function logged(pull: Pull): Promise<readonly Record<string, unknown>[]> {
  const store = await openStore(`sqlite:${running.database}`, { instance: randomUUID() });
  try {
    const rows: Record<string, unknown>[] = [];
    const sha = running.github.pullRequest(pull).head.sha;
    for await (const { kind, headSha, body } of store.decisions.exportSince(0)) {
      if (kind === "override" && headSha === sha) rows.push(body as Record<string, unknown>);
    }
    return rows;
  } finally {
    await store.close();
  }
}

function neverOpen(desk: Desk, pull: Pull, expect: ExpectStatic): void {
  expect(desk.colours(pull)).not.toContain("success");
  expect(desk.isOpen(pull)).toBe(false);
}

describe.concurrent("breaking the glass", () => {
  test("takes two people of the team, and is said for good", async ({ expect }) => {
    const [desk, pull] = await emergency("two-people");
    await says(desk, pull, "hugo", ask);
    await desk.answer(pull, "action_required", "`hugo-two-people` asks to override the gate");
    neverOpen(desk, pull, expect);
    await says(desk, pull, "otto", confirm);
    const title = await desk.answer(
      pull,
      "success",
      "OVERRIDDEN by `hugo-two-people` and `otto-two-people`",
      "because `the refund rule blocks every customer`",
    );
    expect(title).toBe(
      "OVERRIDDEN by hugo-two-people and otto-two-people, without the owners of stripe",
    );
    expect(await logged(pull)).toMatchObject([
      { step: "request", outcome: "counted", login: "hugo-two-people" },
      { step: "confirm", outcome: "counted", login: "otto-two-people" },
      {
        step: "given",
        override: { reason: "the refund rule blocks every customer" },
      },
    ]);
    await desk.approve(pull, "gina");
    expect(await desk.answer(pull, "success", "approved by `gina-two-people`")).toBe(
      "OVERRIDDEN before. Open: approved for stripe",
    );
    expect(desk.comment(pull)).toContain("OVERRIDDEN by `hugo-two-people`");
  });

  test("takes another person: nobody confirms what they asked for", async ({ expect }) => {
    const [desk, pull] = await emergency("alone");
    await says(desk, pull, "hugo", ask);
    await desk.judged(pull, () => says(desk, pull, "hugo", confirm));
    await desk.judged(pull, () => says(desk, pull, "hugo", `${ask} indeed`));
    neverOpen(desk, pull, expect);
  });

  test("takes a reason, and a request before its confirmation", async ({ expect }) => {
    const [desk, pull] = await emergency("no-reason");
    await says(desk, pull, "otto", confirm);
    await says(desk, pull, "hugo", "/countersign override");
    await desk.answer(pull, "action_required", "`hugo-no-reason` gave no reason");
    await desk.judged(pull, () => says(desk, pull, "hugo", ask));
    neverOpen(desk, pull, expect);
    await says(desk, pull, "otto", confirm);
    await desk.answer(pull, "success", "OVERRIDDEN");
  });

  test("is not for whoever took part, nor for anybody outside the team; both are on record", async ({
    expect,
  }) => {
    const [desk, pull] = await emergency("refused");
    await says(desk, pull, "hugo", ask);
    await says(desk, pull, "nora", confirm);
    await says(desk, pull, "gina", confirm);
    await desk.answer(
      pull,
      "action_required",
      "`nora-refused` took part in the change: opened this pull request",
      "`gina-refused` is no active member of the break-glass team",
    );
    neverOpen(desk, pull, expect);
    expect(await logged(pull)).toMatchObject([
      { step: "request", outcome: "counted", login: "hugo-refused" },
      { step: "confirm", outcome: "contributor", login: "nora-refused" },
      { step: "confirm", outcome: "outsider", login: "gina-refused" },
    ]);
  });

  test("does not count for another commit", async ({ expect }) => {
    const [desk, pull] = await emergency("pushed");
    await says(desk, pull, "hugo", ask);
    await says(desk, pull, "otto", confirm);
    await desk.answer(pull, "success", "OVERRIDDEN");
    await desk.push("loosen", { "kortix.yaml": policy({ refund: "block" }) });
    await desk.answer(
      pull,
      "action_required",
      "OVERRIDDEN before:",
      "`hugo-pushed` looked at another commit",
    );
    neverOpen(desk, pull, expect);
  });

  test("does not count once the same commit does something else", async ({ expect }) => {
    const [desk, pull] = await emergency("moved-base");
    await says(desk, pull, "hugo", ask);
    await says(desk, pull, "otto", confirm);
    await desk.answer(pull, "success", "OVERRIDDEN");
    const first =
      '  - match: "stripe.create_refund"\n    action: block\n    conditions: [{ arg: reason, match: fraud }]\n\n';
    await desk.push("main", { "kortix.yaml": policy({ first }) });
    const title = await desk.answer(pull, "action_required", "looked at a different change");
    expect(title).toMatch(/^OVERRIDDEN before\. Closed/);
    expect(desk.isOpen(pull)).toBe(false);
  });

  test("is taken back by dismissing the review", async ({ expect }) => {
    const [desk, pull] = await emergency("taken-back");
    await says(desk, pull, "hugo", ask);
    const review = await desk.github.submitReview({
      pull,
      user: desk.who("otto"),
      state: "APPROVED",
      body: confirm,
    });
    await desk.answer(pull, "success", "OVERRIDDEN");
    await desk.github.dismissReview({ pull, review, by: desk.who("lena") });
    await desk.answer(
      pull,
      "action_required",
      "`otto-taken-back` gave a review that was dismissed",
    );
    expect(desk.isOpen(pull)).toBe(false);
  });

  test("is off where nobody configured it, also for what was asked before", async ({ expect }) => {
    const [desk, pull] = await emergency("off", "");
    await says(desk, pull, "hugo", ask);
    await says(desk, pull, "otto", confirm);
    await desk.answer(
      pull,
      "action_required",
      "asked where the configuration lets nobody override",
    );
    await desk.push("main", { ".github/countersign.yml": owners("off", breakGlass("off")) });
    await desk.answer(pull, "action_required", "asked before the change was judged");
    neverOpen(desk, pull, expect);
  });

  test("is not configured by the pull request itself", async ({ expect }) => {
    const organization = "own-config";
    const [desk] = await emergency(organization, "");
    const pull = await desk.propose("both", {
      ...loosened,
      ".github/countersign.yml": owners(organization, breakGlass(organization)),
    });
    await says(desk, pull, "hugo", ask);
    await says(desk, pull, "otto", confirm);
    await desk.answer(
      pull,
      "action_required",
      "asked where the configuration lets nobody override",
    );
    neverOpen(desk, pull, expect);
  });

  test("lifts nothing that must be mended", async ({ expect }) => {
    const organization = "invariant";
    const never = 'invariants: [{ call: "stripe.create_refund", never: run }]\n';
    const [desk, pull] = await emergency(
      organization,
      `${breakGlass(organization)}${never}`,
      "failure",
    );
    await says(desk, pull, "hugo", ask);
    await desk.judged(pull, () => says(desk, pull, "otto", confirm));
    neverOpen(desk, pull, expect);
    expect((await logged(pull)).map(({ step }) => step)).toEqual(["request", "confirm"]);
  });

  test("never reads an edited review", async ({ expect }) => {
    const [desk, pull] = await emergency("edited");
    await says(desk, pull, "hugo", ask);
    const review = await says(desk, pull, "otto", "looks fine");
    await desk.judged(pull, () => desk.github.editReview({ pull, review, body: confirm }));
    neverOpen(desk, pull, expect);
  });

  test("cannot be done with a button; whoever presses one is on record", async ({ expect }) => {
    const [desk, pull] = await emergency("button");
    await says(desk, pull, "hugo", ask);
    await desk.settled(pull);
    const payload = pressedButton(desk, pull, desk.who("otto"));
    expect(await postWebhook(running, "check_run", payload)).toBeLessThan(300);
    await vi.waitFor(async () => {
      expect(await logged(pull)).toContainEqual({
        step: "button",
        outcome: "ignored",
        identifier: "override",
        personId: expect.any(Number),
        login: "otto-button",
      });
    });
    neverOpen(desk, pull, expect);
  });
});

test("an override ends by itself, and the gate is closed then", async ({ expect }) => {
  const [desk, pull] = await emergency("ends");
  await says(desk, pull, "hugo", ask);
  await says(desk, pull, "otto", confirm);
  await desk.answer(pull, "success", "OVERRIDDEN");
  offset += 601_000;
  const title = await desk.answer(pull, "action_required", "asked too long ago");
  expect(title).toBe("OVERRIDDEN before. Closed: waiting for the owners of stripe");
  expect(desk.isOpen(pull)).toBe(false);
});

test("nothing departed from GitHub's description", ({ expect }) => {
  expect(running.github.violations).toEqual([]);
});
