import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, test, vi } from "vitest";
import { type Desk, openDesk, owners, policy } from "./desk.ts";
import { sharedRunning } from "./shared-running.ts";

vi.setConfig({ maxConcurrency: 20, testTimeout: 120_000 });

const root = mkdtempSync(join(tmpdir(), "countersign-mount-"));
const running = sharedRunning({}, {}, { CORPUS_ROOT: root });
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

function mount(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

const call = '{"connector":"stripe","action":"create_refund","args":{"reason":"duplicate"}}\n';
const loosened = { "kortix.yaml": policy({ refund: "always_run" }) };

const open = (organization: string, more: string, files = {}): Promise<Desk> =>
  openDesk(running.github, { organization, config: owners(organization, more), files });

describe.concurrent("saved calls that are mounted for the app", () => {
  test("are read from the folder of the repository alone, and only once it says whose it is", async ({
    expect,
  }) => {
    const desk = await open("mounted", 'corpus: ["mounted:calls/*.jsonl"]\n');
    const pull = await desk.propose("loosen", loosened);
    await desk.answer(pull, "failure", "there is no folder `mounted/desk` below `CORPUS_ROOT`");
    mount({ "mounted/desk/calls/a.jsonl": call });
    await desk.push("loosen", { "README.md": "1\n" });
    await desk.answer(pull, "failure", "does not say that it belongs to this repository");
    const [, id = ""] =
      /writes `(\d+)` into its file `repository-id`/.exec(desk.comment(pull)) ?? [];
    mount({ "mounted/desk/repository-id": id });
    await desk.push("loosen", { "README.md": "2\n" });
    await desk.answer(pull, "action_required", "`mounted:calls/a.jsonl`, 78 bytes, SHA-256");
    expect(desk.comment(pull)).toContain("1 of 1 saved call would be decided differently");
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
  });

  test("never lie behind a link", async () => {
    const desk = await open("mounted-link", 'corpus: ["mounted:*.jsonl"]\n');
    mount({ "mounted-link/desk/repository-id": "0" });
    symlinkSync("/etc/hosts", join(root, "mounted-link/desk/hosts.jsonl"));
    const pull = await desk.propose("loosen", loosened);
    await desk.answer(pull, "failure", "does not say that it belongs");
    const [, id = ""] = /writes `(\d+)`/.exec(desk.comment(pull)) ?? [];
    mount({ "mounted-link/desk/repository-id": id });
    await desk.push("loosen", { "README.md": "1\n" });
    await desk.answer(
      pull,
      "failure",
      "the saved calls in `mounted:hosts.jsonl` are no regular file",
    );
  });

  test("are not looked for where no call is decided differently", async ({ expect }) => {
    const desk = await open("mounted-idle", 'corpus: ["mounted:calls/*.jsonl"]\n');
    const pull = await desk.propose("layout", { "kortix.yaml": `# x\n${policy()}` });
    expect(await desk.answer(pull, "success")).toContain("nothing to countersign");
  });
});

const spec = (method: string): string =>
  JSON.stringify({
    openapi: "3.1.0",
    paths: { "/a": { [method]: { operationId: "create_refund" } } },
  });

describe.concurrent("the file that describes a connector", () => {
  test("asks the connector's owners where it changes, and says whose risk changes", async ({
    expect,
  }) => {
    const desk = await open("spec-changed", "", { "specs/stripe.json": spec("delete") });
    const pull = await desk.propose("tame", { "specs/stripe.json": spec("get") });
    expect(
      await desk.answer(
        pull,
        "action_required",
        "What describes `stripe` says 1 thing differently, so its owners are asked.",
        "`stripe.create_refund`: destructive → read",
      ),
    ).toBe("Closed: waiting for the owners of stripe");
    await desk.approve(pull, "sven");
    await desk.answer(pull, "action_required", "owns none of the affected connectors");
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
  });

  test("asks them where it goes, and where it cannot be read any more", async () => {
    const desk = await open("spec-gone", "", { "specs/stripe.json": spec("delete") });
    const gone = await desk.propose("drop", { "specs/stripe.json": null });
    await desk.answer(gone, "action_required", "`stripe`: these actions alone → any");
    const linked = await desk.propose("link", { "specs/stripe.json": { symlink: "../README.md" } });
    await desk.answer(
      linked,
      "action_required",
      "`specs/stripe.json`, which describes `stripe`, cannot be read after this change",
    );
  });

  test("names the actions that exist, and their risks for saved calls", async () => {
    const desk = await open("spec-known", "corpus: [calls.jsonl]\n", {
      "specs/stripe.json": spec("get"),
      "calls.jsonl": call,
      "kortix.yaml": `policy: { default_mode: risk }\n${policy({ more: '  - { match: "stripe.list", action: always_run }\n' }).replace("stripe.create_refund", "stripe.refund")}`,
    });
    const pull = await desk.propose("rename", {
      "kortix.yaml": `policy: { default_mode: risk }\n${policy({ refund: "block" }).replace("stripe.create_refund", "stripe.create_*")}`,
    });
    await desk.answer(
      pull,
      "action_required",
      "1 call runs without a person today and would be refused",
    );
  });

  test("is a remark where it cannot be read, and closes nothing", async () => {
    const desk = await open("spec-unread", "", { "specs/stripe.json": "{" });
    const pull = await desk.propose("loosen", loosened);
    await desk.answer(pull, "action_required", "spec-unreadable");
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
  });

  test("is not looked at where the catalogue lists its connector, until it changes", async ({
    expect,
  }) => {
    const desk = await open("spec-listed", "catalog: actions.json\n", {
      "specs/stripe.json": "{",
      "actions.json": '{"stripe":{"create_refund":"write"}}\n',
    });
    const pull = await desk.propose("loosen", loosened);
    await desk.answer(pull, "action_required");
    expect(desk.comment(pull)).not.toContain("spec-unreadable");
  });
});

test("nothing departed from GitHub's description", ({ expect }) => {
  expect(running.github.violations).toEqual([]);
});
