import { configPath, type Files, owners, policy } from "../desk.ts";
import { attempts, type Stage } from "./attempt.ts";

const attempt = attempts();

/** Proposes files, has every owner approve, and expects a failure that says why. */
async function cannotBeApproved(
  { desk, expect }: Stage,
  files: Files,
  ...because: string[]
): Promise<void> {
  const pull = await desk.propose("change", files);
  await desk.answer(pull, "failure", ...because);
  await desk.approve(pull, "maria");
  await desk.approve(pull, "hugo");
  await desk.judged(pull, () => desk.approve(pull, "sven"));
  expect(desk.colours(pull)).not.toContain("success");
}

/** Proposes files that take the policy away: everybody is asked. */
async function asksEverybody({ desk, expect }: Stage, files: Files): Promise<void> {
  const pull = await desk.propose("away", files);
  await desk.answer(pull, "action_required", "finance", "support-leads", "security");
  await desk.approve(pull, "maria");
  await desk.judged(pull, () => desk.approve(pull, "hugo"));
  expect(desk.colours(pull)).not.toContain("success");
  await desk.approve(pull, "sven");
  await desk.answer(pull, "success");
}

attempt(16, "rename kortix.yaml away", (stage) =>
  asksEverybody(stage, { "kortix.yaml": null, "policy/kortix.yaml": policy() }),
);

attempt(17, "delete kortix.yaml", (stage) => asksEverybody(stage, { "kortix.yaml": null }));

attempt(18, "put a symlink in its place", (stage) =>
  cannotBeApproved(
    stage,
    { "kortix.yaml": { symlink: "other.yaml" }, "other.yaml": policy() },
    "is a symlink",
  ),
);

attempt(19, "put a submodule, a folder or a pointer in its place", async (stage) => {
  const { desk, expect } = stage;
  const kinds = {
    module: [{ "kortix.yaml": { submodule: "1".repeat(40) } }, "is a submodule"],
    folder: [{ "kortix.yaml/kortix.yaml": policy() }, "is a folder"],
    pointer: [
      { "kortix.yaml": "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n" },
      "is a Git LFS pointer",
    ],
  } as const satisfies Record<string, readonly [Files, string]>;
  for (const [branch, [files, because]] of Object.entries(kinds)) {
    const pull = await desk.propose(branch, files);
    await desk.answer(pull, "failure", because);
    await desk.approve(pull, "maria");
    await desk.approve(pull, "hugo");
    await desk.judged(pull, () => desk.approve(pull, "sven"));
    expect(desk.colours(pull)).not.toContain("success");
  }
});

attempt(
  20,
  "add a second manifest that the platform would read instead",
  async ({ desk, expect }) => {
    await desk.push("main", { "kortix.yaml": null, "kortix.yml": policy() });
    const preferred = await desk.propose("preferred", {
      "kortix.yaml": policy({ refund: "always_run" }),
    });
    await desk.answer(preferred, "action_required", "attempt-20/finance");
    expect(desk.colours(preferred)).not.toContain("success");
    // In other letters it is not read by the platform, and so changes nothing.
    const ignored = await desk.propose("ignored", {
      "KORTIX.yaml": policy({ refund: "always_run" }),
    });
    await desk.answer(ignored, "success");
  },
);

const crm = (action: string): string => `connectors:
  - slug: crm
    provider: mcp
    url: https://mcp.crm.example/mcp
    policies:
      - match: "delete"
        action: ${action}
`;

attempt(
  21,
  "move the weaker rule into an imported file",
  async ({ desk, expect }) => {
    const pull = await desk.propose("import", { "policy/crm.yaml": crm("always_run") });
    await desk.answer(pull, "action_required", "`crm`", "attempt-21/security");
    expect(desk.colours(pull)).not.toContain("success");
  },
  {
    files: {
      "kortix.yaml": `imports: [policy/crm.yaml]\n${policy()}`,
      "policy/crm.yaml": crm("block"),
    },
  },
);

attempt(22, "make two parsers read two things", async ({ desk, expect }) => {
  const rule = (text: string): string => policy({ first: `  - ${text}\n    action: always_run\n` });
  const unreadable = {
    duplicate: `${policy()}connectors: []\n`,
    merge: rule('<<: {match: "stripe.*"}'),
  };
  for (const [branch, text] of Object.entries(unreadable)) {
    const pull = await desk.propose(branch, { "kortix.yaml": text });
    await desk.answer(pull, "failure");
    await desk.approve(pull, "maria");
    await desk.approve(pull, "hugo");
    await desk.judged(pull, () => desk.approve(pull, "sven"));
    expect(desk.colours(pull)).not.toContain("success");
  }
  const tagged = await desk.propose("tagged", { "kortix.yaml": rule('match: !!str "stripe.*"') });
  await desk.answer(tagged, "action_required", "attempt-22/finance");
  // A byte order mark and other line ends are the same policy.
  const layout = await desk.propose("layout", {
    "kortix.yaml": `\uFEFF${policy().replaceAll("\n", "\r\n")}`,
  });
  await desk.answer(layout, "success");
});

attempt(
  23,
  "swap two rules: a small change of the text, a large one of the decisions",
  async ({ desk, expect }) => {
    const exception = '  - match: "stripe.create_*"\n    action: always_run\n';
    const pull = await desk.propose("swap", { "kortix.yaml": policy({ first: exception }) });
    await desk.answer(pull, "action_required", "stripe.create_refund", "attempt-23/finance");
    expect(desk.colours(pull)).not.toContain("success");
  },
  {
    files: {
      "kortix.yaml": policy({ more: '  - match: "stripe.create_*"\n    action: always_run\n' }),
    },
  },
);

attempt(
  24,
  "hide a rule for everything among the rules of one connector",
  async ({ desk, expect }) => {
    const pull = await desk.propose("everything", {
      "kortix.yaml": `policy: { default_mode: risk }\n${policy({ more: '  - match: "*"\n    action: always_run\n' })}`,
    });
    await desk.answer(
      pull,
      "action_required",
      "attempt-24/finance",
      "attempt-24/support-leads",
      "attempt-24/security",
    );
    await desk.approve(pull, "maria");
    await desk.judged(pull, () => desk.approve(pull, "hugo"));
    expect(desk.colours(pull)).not.toContain("success");
  },
  { files: { "kortix.yaml": `policy: { default_mode: risk }\n${policy()}` } },
);

attempt(45, "a manifest that grows when it is read", async (stage) => {
  const rows = Array.from(
    { length: 9 },
    (_, level) => `a${level + 1}: &a${level + 1} [${Array(9).fill(`*a${level}`).join(", ")}]\n`,
  );
  await cannotBeApproved(
    stage,
    { "kortix.yaml": `a0: &a0 [x, x]\n${rows.join("")}${policy()}` },
    "kortix.yaml",
  );
});

attempt(25, "name an accomplice as owner in the same pull request", async ({ desk, expect }) => {
  const pull = await desk.propose("owners", {
    "kortix.yaml": policy({ refund: "always_run" }),
    [configPath]: owners("attempt-25").replace("@attempt-25/finance", "@otto-attempt-25"),
  });
  await desk.answer(pull, "action_required", "finance");
  await desk.approve(pull, "otto");
  await desk.judged(pull, () => desk.approve(pull, "sven"));
  expect(desk.colours(pull)).not.toContain("success");
  await desk.approve(pull, "maria");
  await desk.answer(pull, "success");
});

attempt(
  61,
  "add the manifest that the platform prefers to the one that the configuration names",
  async ({ desk, expect }) => {
    await desk.push("main", { "kortix.yaml": null });
    const pull = await desk.propose("prefer", {
      "kortix.yaml": policy({ refund: "always_run" }),
    });
    await desk.answer(pull, "action_required", "`stripe.create_refund`");
    await desk.judged(pull, () => desk.approve(pull, "otto"));
    expect(desk.colours(pull)).not.toContain("success");
  },
  {
    config: owners("attempt-61", "manifest: kortix.yml\n"),
    files: { "kortix.yml": policy() },
  },
);

attempt(
  62,
  "alter what a symlink leads to that stands in the manifest's place already",
  (stage) =>
    cannotBeApproved(
      stage,
      { "policy.txt": policy({ refund: "always_run" }) },
      "`kortix.yaml` is a symlink",
    ),
  { files: { "kortix.yaml": { symlink: "policy.txt" }, "policy.txt": policy() } },
);
