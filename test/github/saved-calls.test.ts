import { describe, test, vi } from "vitest";
import { type Desk, openDesk, owners } from "./desk.ts";
import { sharedRunning } from "./shared-running.ts";

vi.setConfig({ maxConcurrency: 20, testTimeout: 120_000 });

const running = sharedRunning();

const refund = '{"connector":"stripe","action":"create_refund","args":{"reason":"duplicate"}}\n';
const pinned = '{"connector":"stripe","action":"create_refund","args":{},"expect":"hold"}\n';
const actions = '{"stripe":{"create_refund":"destructive"}}\n';

const open = (organization: string): Promise<Desk> =>
  openDesk(running.github, {
    organization,
    config: owners(organization, 'corpus: ["calls/*.jsonl"]\ncatalog: actions.json\n'),
    files: { "calls/desk.jsonl": refund + pinned, "actions.json": actions },
  });

describe.concurrent("a pull request that changes nothing but", () => {
  test("saved calls, which it takes away, asks the fallback owners and says which", async ({
    expect,
  }) => {
    const desk = await open("calls-lost");
    const pull = await desk.propose("lose", { "calls/desk.jsonl": refund });
    expect(
      await desk.answer(
        pull,
        "action_required",
        "1 saved call would be lost or say less",
        "`stripe.create_refund` (`calls/desk.jsonl:2`) is gone, is pinned to hold no more",
      ),
    ).toBe("Closed: waiting for the owners of everything else");
    await desk.approve(pull, "maria");
    await desk.answer(pull, "action_required", "owns none of the affected connectors");
    await desk.approve(pull, "sven");
    await desk.answer(pull, "success");
  });

  test("the file of saved calls, which it deletes, loses all of them", async () => {
    const desk = await open("calls-deleted");
    const pull = await desk.propose("lose", { "calls/desk.jsonl": null });
    await desk.answer(pull, "action_required", "2 saved calls would be lost");
  });

  test("the place of saved calls loses none", async ({ expect }) => {
    const desk = await open("calls-moved");
    const pull = await desk.propose("move", {
      "calls/desk.jsonl": null,
      "calls/a.jsonl": pinned,
      "calls/b.jsonl": refund,
    });
    await desk.answer(pull, "success");
    expect(desk.colours(pull).at(-1)).toBe("success");
  });

  test("saved calls, which it adds, asks nobody and says so", async () => {
    const desk = await open("calls-added");
    const more = refund.replace("duplicate", "fraud");
    const pull = await desk.propose("add", { "calls/more.jsonl": more });
    await desk.answer(pull, "success", "Added: 1 saved call. Nobody is asked for that.");
  });

  test("saved calls, of which one cannot be read, stays closed", async ({ expect }) => {
    const desk = await open("calls-unreadable");
    const pull = await desk.propose("break", { "calls/desk.jsonl": `${refund}${pinned}{\n` });
    await desk.answer(pull, "failure", "`calls/desk.jsonl:3`", "holds no saved call");
    expect(desk.isOpen(pull)).toBe(false);
  });

  test("a file of saved calls, which becomes a symlink, stays closed", async () => {
    const desk = await open("calls-linked");
    const pull = await desk.propose("link", { "calls/desk.jsonl": { symlink: "../README.md" } });
    await desk.answer(pull, "failure", "no regular file");
  });

  test("the catalogue asks the fallback owners and says whose risk changes", async () => {
    const desk = await open("catalogue-changed");
    const pull = await desk.propose("tame", {
      "actions.json": actions.replace("destructive", "read"),
    });
    await desk.answer(pull, "action_required", "`stripe.create_refund`: destructive → read");
    await desk.approve(pull, "sven");
    await desk.answer(pull, "success");
  });

  test("the catalogue, which it deletes, stays closed", async () => {
    const desk = await open("catalogue-gone");
    const pull = await desk.propose("drop", { "actions.json": null });
    await desk.answer(pull, "failure", "the catalogue `actions.json` cannot be read");
  });
});

test("nothing departed from GitHub's description", ({ expect }) => {
  expect(running.github.violations).toEqual([]);
});
