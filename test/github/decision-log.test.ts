import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { version } from "../../src/cli/version.ts";
import { type NamedEntry, openLog } from "../../src/storage/decisions/log-reader.ts";
import { openDesk, owners, policy } from "./desk.ts";
import { sharedRunning } from "./shared-running.ts";

const running = sharedRunning();

/** git's own name of a text. */
function blobOf(text: string): string {
  return createHash("sha1")
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest("hex");
}

test("a verdict is on record with everything that it was made of, in a log that is whole", {
  timeout: 150_000,
}, async () => {
  const desk = await openDesk(running.github, { organization: "recorded" });
  const pull = await desk.propose("refunds", {
    "kortix.yaml": policy({ refund: "always_run" }),
  });
  await desk.answer(pull, "action_required");
  await desk.settled(pull);
  const stranger = await desk.approve(pull, "otto");
  await desk.settled(pull);
  const approval = await desk.approve(pull, "maria");
  await desk.answer(pull, "success");
  await desk.settled(pull);

  const log = await openLog(`sqlite:${running.database}`);
  expect((await log.verify()).faults).toEqual([]);
  const lines: NamedEntry[] = [];
  const name = { owner: "recorded", repo: "desk", number: pull.number };
  for await (const line of log.linesOf(name)) lines.push(line);
  await log.close();

  const [last] = lines.filter(({ kind }) => kind === "verdict").slice(-1);
  const { head, base } = running.github.pullRequest(pull);
  const body = last?.body as unknown as {
    readonly digests: { readonly stripe: string };
    readonly requirements: readonly object[];
    readonly reviews: readonly object[];
  };
  const { stripe: digest } = body.digests;
  expect(last).toMatchObject({
    verdict: "success",
    headSha: head.sha,
    repository: desk.repository,
  });
  expect(body).toMatchObject({
    base: base.sha,
    head: head.sha,
    config: blobOf(owners("recorded")),
    engine: version(),
    verdict: "open",
    digests: { stripe: expect.stringMatching(/^[0-9a-f]{64}$/) },
    approvals: [{ reviewId: approval, connector: "stripe", digest }],
  });
  expect(body.requirements).toEqual([
    {
      connector: "stripe",
      digest,
      status: "approved",
      groups: [
        {
          owners: ["@recorded/finance"],
          namedBy: "base",
          needed: 1,
          fallbackAsked: false,
          approvedBy: [approval],
        },
      ],
      changesRequestedBy: [],
    },
  ]);
  expect(body.reviews).toMatchObject([
    {
      reviewId: stranger,
      reviewer: { login: "otto-recorded" },
      countsFor: [],
      ignored: [{ because: { kind: "not-an-owner" } }],
    },
    {
      reviewId: approval,
      reviewer: { login: "maria-recorded" },
      countsFor: ["stripe"],
      ignored: [],
    },
  ]);
  expect(lines.filter(({ kind }) => kind === "approval").length).toBeGreaterThan(0);
});
