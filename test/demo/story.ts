import assert from "node:assert/strict";
import pc from "picocolors";
import { waitForAnswer } from "../github/answer.ts";
import type { StandIn } from "../stand-in/stand-in.ts";

type Pull = Awaited<ReturnType<StandIn["openPullRequest"]>>;

/** Tells one pull request from its opening to its last push, and checks every step. */
export async function play(
  github: StandIn,
  { repository, moved }: { readonly repository: string; readonly moved: string },
): Promise<void> {
  say("Countersign, end to end: a policy change that nobody but the owner of the money can open.");

  step(
    "Lena, a support lead, moves the general refund rule above the exception. Nora opens the pull request for her.",
  );
  await github.commit({
    repository,
    branch: "refunds",
    author: "lena",
    files: { "kortix.yaml": moved },
  });
  const pull = await github.openPullRequest({ repository, author: "nora", head: "refunds" });
  await expectAnswer(github, pull, "action_required");
  show("the comment on the pull request", comment(github, pull));
  merge(github, pull, false);

  step("Lena wrote the change and approves it. Otto, a bystander, approves it too.");
  await github.submitReview({ pull, user: "lena", state: "APPROVED" });
  await github.submitReview({ pull, user: "otto", state: "APPROVED" });
  await expectAnswer(github, pull, "action_required", (body) => body.includes("`otto`"));
  show(
    "nothing opens, and the comment says why",
    section(comment(github, pull), "Reviews that do not count"),
  );
  merge(github, pull, false);

  step("Maria, of the team that owns `stripe`, approves.");
  await github.submitReview({ pull, user: "maria", state: "APPROVED" });
  await expectAnswer(github, pull, "success");
  show("the owners' table", table(comment(github, pull)));
  merge(github, pull, true);

  step(
    "Lena pushes more: escalations run without a person. That is the help desk's business, not Maria's.",
  );
  const escalating = withRule(moved, "helpdesk.escalate_to_engineer", "always_run");
  await github.commit({
    repository,
    branch: "refunds",
    author: "lena",
    files: { "kortix.yaml": escalating },
  });
  await expectAnswer(github, pull, "action_required");
  show("Maria's approval of `stripe` stands", table(comment(github, pull)));
  merge(github, pull, false);

  step("Sven, who leads the help desk, approves.");
  await github.submitReview({ pull, user: "sven", state: "APPROVED" });
  await expectAnswer(github, pull, "success");
  merge(github, pull, true);

  step("Lena pushes once more: subscriptions change without a person.");
  const subscribing = withRule(escalating, "stripe.update_subscription", "always_run");
  await github.commit({
    repository,
    branch: "refunds",
    author: "lena",
    files: { "kortix.yaml": subscribing },
  });
  await expectAnswer(github, pull, "action_required");
  show(
    "closed for `stripe` only: what Sven approved has not changed",
    table(comment(github, pull)),
  );
  const states = table(comment(github, pull));
  assert.match(states, /`stripe`.*went stale/);
  assert.match(states, /`helpdesk`.*approved by `sven`/);
  merge(github, pull, false);

  assert.deepEqual(
    github.violations,
    [],
    "every request and answer follows GitHub's published schema",
  );
  say(
    `\nEvery step ended as it must. ${github.requests.length} requests to GitHub, all as its schema says.`,
  );
}

async function expectAnswer(
  github: StandIn,
  pull: Pull,
  conclusion: string,
  comment?: (body: string) => boolean,
): Promise<void> {
  const title = await waitForAnswer(github, pull, conclusion, comment);
  const colour = conclusion === "success" ? pc.green : pc.red;
  say(`  check ${pc.bold("countersign")}: ${colour(conclusion)}  ${title}`);
}

function merge(github: StandIn, pull: Pull, possible: boolean): void {
  const box = github.mergeBox(pull, { from: "ours" });
  assert.equal(box.satisfied, possible, box.because);
  say(`  merge button: ${possible ? pc.green("enabled") : pc.red("disabled")}`);
}

/** Puts one unconditional rule on top of the project's rules. */
function withRule(manifest: string, match: string, action: string): string {
  return manifest.replace(
    /^policies:\n/m,
    `policies:\n  - match: "${match}"\n    action: ${action}\n\n`,
  );
}

function comment(github: StandIn, pull: Pull): string {
  const bodies = github.commentsOf(pull).map(({ body }) => body);
  assert.equal(bodies.length, 1, "one comment, updated in place");
  return bodies[0] ?? "";
}

/** What a person sees without unfolding anything. */
function visiblePart(body: string): string {
  return body
    .replace(/<!--.*?-->\n/g, "")
    .replace(/<details><summary>(.*?)<\/summary>[\s\S]*?<\/details>/g, "▸ $1")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function section(body: string, title: string): string {
  const text = visiblePart(body);
  return text.slice(text.indexOf(title)).split("\n\n").slice(0, 2).join("\n");
}

function table(body: string): string {
  const lines = visiblePart(body).split("\n");
  const start = lines.findIndex((line) => line.startsWith("| connector"));
  return lines
    .slice(start)
    .filter((line) => line.startsWith("|"))
    .join("\n");
}

let steps = 0;

function step(text: string): void {
  steps += 1;
  say(`\n${pc.bold(`${steps}. ${text}`)}`);
}

function show(title: string, text: string): void {
  say(`  ${pc.dim(`${title}:`)}`);
  for (const line of visiblePart(text).split("\n")) say(`  ${pc.dim("│")} ${line}`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
