import { gzipSync } from "node:zlib";
import { describe, test, vi } from "vitest";
import { type Files, openDesk, owners, policy } from "./desk.ts";
import { sharedRunning } from "./shared-running.ts";

vi.setConfig({ maxConcurrency: 40, testTimeout: 90_000 });

const running = sharedRunning();

const open = (organization: string, more = {}) =>
  openDesk(running.github, { organization, ...more });

const noManifest: Readonly<Record<string, { readonly files: Files; readonly because: string }>> = {
  symlink: { files: { "kortix.yaml": { symlink: "other.yaml" } }, because: "is a symlink" },
  folder: { files: { "kortix.yaml/a.yaml": "a: 1\n" }, because: "is a folder" },
  submodule: { files: { "kortix.yaml": { submodule: "1".repeat(40) } }, because: "is a submodule" },
  large: {
    files: { "kortix.yaml": `${policy()}# ${"x".repeat(1024 * 1024)}\n` },
    because: "is larger than 1 MiB",
  },
  latin: {
    files: {
      "kortix.yaml": Buffer.concat([Buffer.from(policy()), Buffer.from([0x23, 0xe9, 0x0a])]),
    },
    because: "UTF-8",
  },
  nul: { files: { "kortix.yaml": `${policy()}# \0\n` }, because: "kortix.yaml" },
  lfs: {
    files: {
      "kortix.yaml": "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n",
    },
    because: "is a Git LFS pointer",
  },
};

describe.concurrent("a manifest that becomes", () => {
  test.for(Object.entries(noManifest))(
    "no regular text file (%s) fails, whoever approves",
    async ([kind, { files, because }], { expect }) => {
      const desk = await open(`file-${kind}`);
      const pull = await desk.propose("change", files);
      await desk.answer(pull, "failure", because, "Nobody can approve this before it is mended");
      await desk.approve(pull, "maria");
      await desk.approve(pull, "hugo");
      await desk.judged(pull, () => desk.approve(pull, "sven"));
      expect(desk.colours(pull)).not.toContain("success");
    },
  );

  test("nothing is asked of the owners of every connector and of the fallback owner", async ({
    expect,
  }) => {
    const desk = await open("deleted");
    const pull = await desk.propose("delete", { "kortix.yaml": null });
    await desk.answer(
      pull,
      "action_required",
      "@deleted/finance",
      "@deleted/support-leads",
      "@deleted/security",
    );
    await desk.approve(pull, "maria");
    await desk.judged(pull, () => desk.approve(pull, "hugo"));
    expect(desk.colours(pull)).not.toContain("success");
    await desk.approve(pull, "sven");
    await desk.answer(pull, "success");
  });

  test("kortix.yml is the same policy", async () => {
    const desk = await open("renamed");
    const pull = await desk.propose("rename", { "kortix.yaml": null, "kortix.yml": policy() });
    await desk.answer(pull, "success");
  });
});

describe.concurrent("two manifests", () => {
  test("a kortix.yml beside kortix.yaml is not read by the platform, and changes nothing", async ({
    expect,
  }) => {
    const desk = await open("beside");
    const pull = await desk.propose("second", { "kortix.yml": policy({ refund: "always_run" }) });
    expect(await desk.answer(pull, "success")).toBe("Nothing to countersign");
  });

  test("a kortix.yaml beside kortix.yml takes its place, and is judged against it", async ({
    expect,
  }) => {
    const desk = await open("preferred", {
      config: owners("preferred"),
      files: { "kortix.yml": policy() },
    });
    await desk.push("main", { "kortix.yaml": null });
    const pull = await desk.propose("second", { "kortix.yaml": policy({ refund: "always_run" }) });
    expect(await desk.answer(pull, "action_required", "`stripe.create_refund`")).toBe(
      "Closed: waiting for the owners of stripe",
    );
  });
});

describe.concurrent("what no approval overrules", () => {
  test("a rule that the platform drops fails at its line", async ({ expect }) => {
    const desk = await open("dropped");
    const text = policy({
      more: '  - match: "stripe.list_refunds"\n    action: block\n    conditions:\n      - arg: reason\n        match: "/(/"\n',
    });
    const pull = await desk.propose("typo", { "kortix.yaml": text });
    await desk.answer(pull, "failure", "Nobody can approve this before it is mended");
    const line = text.split("\n").findIndex((one) => one.includes("/(/")) + 1;
    const { sha } = desk.github.pullRequest(pull).head;
    const failures = desk.github
      .checkRunOf(desk.repository, sha)
      ?.annotations.filter(({ annotation_level: level }) => level === "failure");
    expect(failures).toHaveLength(1);
    expect(failures?.[0]).toMatchObject({ path: "kortix.yaml", start_line: line });
    await desk.judged(pull, () => desk.approve(pull, "maria"));
    expect(desk.colours(pull)).not.toContain("success");
  });

  const call = (expect: string, action = "create_refund"): string =>
    `{"connector":"stripe","action":"${action}","args":{"reason":"other"},"risk":"write","expect":"${expect}"}\n`;
  const corpus = (organization: string): string =>
    owners(organization, 'corpus: ["calls/*.jsonl"]\n');

  test("a pinned decision that would be another one", async ({ expect }) => {
    const organization = "pinned";
    const desk = await open(organization, {
      config: corpus(organization),
      files: { "calls/a.jsonl": call("hold") },
    });
    const pull = await desk.propose("loosen", { "kortix.yaml": policy({ refund: "always_run" }) });
    await desk.answer(pull, "failure", "is pinned to hold", "would be run");
    await desk.judged(pull, () => desk.approve(pull, "maria"));
    expect(desk.colours(pull)).not.toContain("success");
  });

  test("saved calls of which none can be read", async ({ expect }) => {
    const organization = "garbage";
    const desk = await open(organization, {
      config: corpus(organization),
      files: { "calls/a.jsonl": "garbage\n{}\n" },
    });
    const pull = await desk.propose("loosen", { "kortix.yaml": policy({ refund: "always_run" }) });
    await desk.answer(pull, "failure");
    await desk.judged(pull, () => desk.approve(pull, "maria"));
    expect(desk.colours(pull)).not.toContain("success");
  });

  test("but saved calls of which some cannot be read are counted, and the others replayed", async ({
    expect,
  }) => {
    const organization = "some-garbage";
    const desk = await open(organization, {
      config: corpus(organization),
      files: { "calls/a.jsonl": `garbage\n${call("run")}[1]\n` },
    });
    const pull = await desk.propose("loosen", { "kortix.yaml": policy({ refund: "always_run" }) });
    await desk.answer(pull, "action_required", "1 of 1 saved call");
    expect(desk.comment(pull)).toMatch(/2 lines/);
  });

  test("but packed saved calls are unpacked, and their risk is taken from the catalogue", async ({
    expect,
  }) => {
    const organization = "packed";
    // A call of unknown risk would be held.
    const more = "policy: { default_mode: risk }\n";
    const pinned =
      '{"connector":"stripe","action":"list_refunds","args":{},"expect":"run"}\n{"connector":"stripe","action":"create_refund","args":{"reason":"[redacted]"}}\n';
    const desk = await open(organization, {
      config: owners(organization, 'corpus: ["calls/*.jsonl.gz"]\ncatalog: calls/actions.json\n'),
      files: {
        "kortix.yaml": policy({ more }),
        "calls/a.jsonl.gz": gzipSync(pinned),
        "calls/actions.json": '{"stripe":{"list_refunds":"read","create_refund":"write"}}',
      },
    });
    const pull = await desk.propose("loosen", {
      "kortix.yaml": policy({ refund: "always_run", more }),
    });
    await desk.answer(pull, "action_required", "of 2 saved calls");
    expect(desk.comment(pull)).not.toMatch(/is pinned to|could not be read/);
  });

  test("a pull request cannot bring the saved calls that it is judged by", async () => {
    const organization = "own-calls";
    const desk = await open(organization, {
      config: corpus(organization),
      files: { "calls/a.jsonl": call("hold") },
    });
    const pull = await desk.propose("loosen", {
      "kortix.yaml": policy({ refund: "always_run" }),
      "calls/a.jsonl": call("run"),
    });
    await desk.answer(pull, "failure", "is pinned to hold", "would be run");
  });
});

test("nothing departed from GitHub's description", ({ expect }) => {
  expect(running.github.violations).toEqual([]);
});
