import { afterAll, beforeAll, describe, test, vi } from "vitest";
import { type Desk, openDesk, owners, type Pull, policy } from "./desk.ts";
import { type Running, startRunning } from "./running-app.ts";

vi.setConfig({ maxConcurrency: 40, testTimeout: 120_000 });

const organizations = [
  "untouched-cold",
  "untouched-warm",
  "changed-cold",
  "described",
  "approved",
] as const;
type Organization = (typeof organizations)[number];

let running: Running;
const desks = new Map<Organization, Desk>();
beforeAll(async () => {
  running = await startRunning();
  for (const organization of organizations) {
    desks.set(organization, await openDeskWithCalls(organization));
  }
  // What is asked because of the installation is no pull request's.
  await running.github.idle(2_500, 60_000);
}, 90_000);
afterAll(async () => {
  await running.close();
});

const savedCall = '{"connector":"stripe","action":"create_refund","args":{"reason":"duplicate"}}\n';

const description = JSON.stringify({
  openapi: "3.1.0",
  paths: { "/refunds": { post: { operationId: "create_refund" } } },
});

/** The endpoints that were asked because of something, in order, until nothing is asked any more. */
async function asked(desk: Desk, act: () => Promise<Pull>): Promise<string[]> {
  const before = desk.requests().length;
  await desk.settled(await act());
  return desk
    .requests()
    .slice(before)
    .map(({ endpoint }) => endpoint ?? "an endpoint that GitHub does not have");
}

/** Opens a desk with one saved-calls file. */
function openDeskWithCalls(organization: string): Promise<Desk> {
  return openDesk(running.github, {
    organization,
    config: owners(organization, 'corpus: ["policy/calls/*.jsonl"]\n'),
    files: {
      "policy/calls/desk.jsonl": savedCall,
      ...(organization === "described" ? { "specs/stripe.json": description } : {}),
    },
  });
}

/** Lena writes a policy change and proposes it herself. */
const loosen = (desk: Desk): Promise<Pull> =>
  desk.propose("loosen", { "kortix.yaml": policy({ refund: "always_run" }) }, { opener: "lena" });

function deskOf(organization: Organization): Desk {
  const desk = desks.get(organization);
  if (desk === undefined) throw new Error(`there is no desk ${organization}`);
  return desk;
}

const repository = "GET /repos/{owner}/{repo}";

const docs = (desk: Desk, branch: string): Promise<Pull> =>
  desk.propose(branch, { "README.md": `# ${branch}\n` });

describe.concurrent("requests to GitHub, tokens left out", () => {
  test("a pull request without a policy change costs 5, the first one of a repository", async ({
    expect,
  }) => {
    const desk = deskOf("untouched-cold");
    expect(await asked(desk, () => docs(desk, "help"))).toEqual([
      `${repository}/pulls/{pull_number}`,
      `${repository}/git/ref/{ref}`,
      `${repository}/git/trees/{tree_sha}`,
      `${repository}/git/trees/{tree_sha}`,
      "POST /repos/{owner}/{repo}/check-runs",
    ]);
  });

  test("and 4 from then on, while the trust branch stays where it is", async ({ expect }) => {
    const desk = deskOf("untouched-warm");
    await desk.settled(await docs(desk, "help"));
    expect(await asked(desk, () => docs(desk, "more"))).toEqual([
      `${repository}/pulls/{pull_number}`,
      `${repository}/git/ref/{ref}`,
      `${repository}/git/trees/{tree_sha}`,
      "POST /repos/{owner}/{repo}/check-runs",
    ]);
  });

  test("a policy change costs 14, with nothing known of the repository", async ({ expect }) => {
    const desk = deskOf("changed-cold");
    expect(await asked(desk, () => loosen(desk))).toEqual([
      `${repository}/pulls/{pull_number}`,
      `${repository}/git/ref/{ref}`,
      `${repository}/git/trees/{tree_sha}`,
      `${repository}/git/trees/{tree_sha}`,
      "POST /repos/{owner}/{repo}/check-runs",
      `${repository}/compare/{basehead}`,
      // The configuration, the manifest before and after, the saved calls.
      ...Array(4).fill(`${repository}/git/blobs/{file_sha}`),
      "GET /orgs/{org}/teams/{team_slug}",
      "POST /repos/{owner}/{repo}/issues/{issue_number}/comments",
      "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}",
      "POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers",
    ]);
  });

  test("and one more for each file that describes a connector, once", async ({ expect }) => {
    const desk = deskOf("described");
    const blobs = (requests: readonly string[]) =>
      requests.filter((endpoint) => endpoint === `${repository}/git/blobs/{file_sha}`);
    const first = await asked(desk, () => loosen(desk));
    expect([first.length, blobs(first).length]).toEqual([15, 5]);
    const block = { "kortix.yaml": policy({ refund: "block" }) };
    expect(blobs(await asked(desk, () => desk.propose("block", block)))).toHaveLength(1);
  });

  test("an approval costs 8, and asks about the approver, the head and the base anew", async ({
    expect,
  }) => {
    const desk = deskOf("approved");
    const pull = await loosen(desk);
    await desk.settled(pull);
    const approval = await asked(desk, async () => {
      await desk.approve(pull, "maria");
      await desk.answer(pull, "success");
      return pull;
    });
    expect(desk.isOpen(pull)).toBe(true);
    expect(approval).toEqual([
      `${repository}/pulls/{pull_number}`,
      `${repository}/git/ref/{ref}`,
      `${repository}/pulls/{pull_number}/reviews`,
      "GET /orgs/{org}/teams/{team_slug}/memberships/{username}",
      "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}",
      `${repository}/pulls`,
      `${repository}/git/ref/{ref}`,
      "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}",
    ]);
  });
});

test("nothing departed from GitHub's description", ({ expect }) => {
  expect(running.github.violations).toEqual([]);
});
