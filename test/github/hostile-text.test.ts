import { describe, test, vi } from "vitest";
import { openDesk, owners, policy } from "./desk.ts";
import { sharedRunning } from "./shared-running.ts";

vi.setConfig({ maxConcurrency: 40, testTimeout: 90_000 });

const running = sharedRunning();

const poison =
  "@acme/everyone | ``x`` <img src=x onerror=y> [a](https://evil.test) https://evil.test #1 \u202e";
const inYaml = JSON.stringify(poison);

/** What GitHub would read as more than text: everything outside of code. */
function outsideOfCode(markdown: string): string {
  return markdown
    .replace(/^(`{3,}|~{3,}).*\n[\s\S]*?^\1\s*$/gm, "")
    .replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, "");
}

/** Everything live in a report: mentions, links, references, HTML. */
function liveIn(markdown: string): readonly string[] {
  const ours = /<\/?(details|summary)>|<!-- countersign -->/g;
  const text = outsideOfCode(markdown).replace(ours, "");
  return (
    text.match(
      /@[\w-]+(\/[\w-]+)?|\]\(|https?:|www\.|<[a-z!/]|(?<![\w])#\d+|[\u202a-\u202e\u2066-\u2069]/gi,
    ) ?? []
  );
}

describe.concurrent("text of a pull request, of saved calls and of accounts", () => {
  test("is shown as code: nothing in it pings, links or breaks out", async ({ expect }) => {
    const organization = "poisoned";
    const saved = [
      {
        connector: "stripe",
        action: "create_refund",
        args: { reason: poison, note: poison },
        risk: "write",
      },
      {
        connector: "stripe",
        action: `list ${poison}\n# Approved`,
        args: { reason: poison },
        risk: "read",
      },
    ].map((call) => JSON.stringify(call));
    const desk = await openDesk(running.github, {
      organization,
      config: owners(organization, 'corpus: ["calls/*.jsonl"]\n'),
      files: { "calls/a.jsonl": `${saved.join("\n")}\nnot ${poison}\n` },
    });
    const stranger = running.github.createUser({ login: "otto`|<b>-@acme-everyone" });
    await running.github.grant({
      repository: desk.repository,
      user: stranger.login,
      permission: "read",
    });
    const pull = await desk.propose("poison", {
      "kortix.yaml": policy({
        refund: "always_run",
        first: `  - match: ${inYaml}\n    action: block\n  - match: "stripe.list*"\n    action: block\n    conditions:\n      - arg: ${inYaml}\n        match: ${inYaml}\n      - arg: reason\n        match: "@acme*"\n`,
        more: `  - match: "x"\n    action: ${inYaml}\n`,
      }).replace("slug: helpdesk", `slug: ${inYaml}`),
    });
    await running.github.submitReview({ pull, user: stranger.login, state: "APPROVED" });
    await desk.answer(pull, "failure", "@poisoned/finance", "owns none of the affected connectors");
    const { sha } = desk.github.pullRequest(pull).head;
    const summary = desk.github.checkRunOf(desk.repository, sha)?.summary ?? "";
    const mentions = ["@poisoned/finance", "@poisoned/security", "@poisoned/support-leads"];
    for (const markdown of [desk.comment(pull), summary]) {
      expect(liveIn(markdown).filter((one) => !mentions.includes(one))).toEqual([]);
      expect(markdown).not.toMatch(/\u202e/);
      expect(markdown).not.toMatch(/^# Approved/m);
    }
    expect(desk.comment(pull)).toContain("acme/everyone");
  });

  test("an unreadable configuration's own words stay words", async ({ expect }) => {
    const organization = "poisoned-config";
    const desk = await openDesk(running.github, { organization });
    const pull = await desk.propose("config", {
      ".github/countersign.yml": `owners:\n  "*": [${inYaml}]\n${JSON.stringify(`${poison}`)}: 1\n`,
    });
    await desk.answer(pull, "failure", "acme/everyone");
    const { sha } = desk.github.pullRequest(pull).head;
    const summary = desk.github.checkRunOf(desk.repository, sha)?.summary ?? "";
    const mentions = [
      `@${organization}/security`,
      `@${organization}/finance`,
      `@${organization}/support-leads`,
    ];
    for (const markdown of [desk.comment(pull), summary]) {
      expect(liveIn(markdown).filter((one) => !mentions.includes(one))).toEqual([]);
    }
  });
});

test("of saved calls only arguments that a condition reads are shown, shortened, and never what is secret", async ({
  expect,
}) => {
  const organization = "discreet";
  const long = "a long reason ".repeat(20);
  const args = {
    reason: long,
    email: "customer@mail.test",
    card: "4242 4242 4242 4242",
    token: "ghp_0123456789abcdefghijABCDEFGHIJ012345",
    note: "private-note",
  };
  const desk = await openDesk(running.github, {
    organization,
    config: owners(organization, 'corpus: ["calls/*.jsonl"]\nredact: ["email"]\n'),
    files: {
      "calls/a.jsonl": `${JSON.stringify({ connector: "stripe", action: "create_refund", args, risk: "write" })}\n`,
      "kortix.yaml": policy({
        first: ["reason", "email", "card", "token"]
          .map(
            (arg) =>
              `  - match: "stripe.create_refund"\n    action: block\n    conditions:\n      - arg: ${arg}\n        match: "no such thing"\n`,
          )
          .join(""),
      }),
    },
  });
  const pull = await desk.propose("loosen", {
    "kortix.yaml": policy({
      refund: "always_run",
      first: ["reason", "email", "card", "token"]
        .map(
          (arg) =>
            `  - match: "stripe.create_refund"\n    action: block\n    conditions:\n      - arg: ${arg}\n        match: "no such thing"\n`,
        )
        .join(""),
    }),
  });
  await desk.answer(pull, "action_required", "a long reason");
  const { sha } = desk.github.pullRequest(pull).head;
  const summary = desk.github.checkRunOf(desk.repository, sha)?.summary ?? "";
  for (const markdown of [desk.comment(pull), summary]) {
    expect(markdown).not.toContain(long.slice(0, 81));
    for (const secret of ["customer@mail.test", "4242 4242", "ghp_0123", "private-note"]) {
      expect(markdown).not.toContain(secret);
    }
  }
});

test("nothing departed from GitHub's description", ({ expect }) => {
  expect(running.github.violations).toEqual([]);
});
