import { expect, test } from "vitest";
import { concludeCheckRun } from "../../../src/github/publish/check-run.ts";
import type { Publisher } from "../../../src/github/publish/publisher.ts";
import type { CheckRunReport } from "../../../src/report/review/check-run.ts";
import { github, githubClient, repository } from "../github-client.ts";

const report: CheckRunReport = {
  conclusion: "success",
  title: "Open",
  summary: "All of it",
  minimalSummary: "In short",
  annotations: Array.from({ length: 120 }, (_, index) => ({
    path: "kortix.yaml",
    start_line: index + 1,
    end_line: index + 1,
    annotation_level: "notice",
    title: "decided differently",
    message: `line ${index + 1}`,
  })),
};

interface Sent {
  readonly status?: string;
  readonly conclusion?: string;
  readonly output: { readonly summary: string; readonly annotations?: readonly object[] };
}

/** Answers so many updates, each with a status, and keeps what was sent. */
async function conclude(...answers: readonly number[]): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const scope = github();
  for (const status of answers) {
    scope.patch("/check-runs/9").reply((_path, body) => {
      sent.push(body as unknown as Sent);
      return [status, {}];
    });
  }
  const publisher: Publisher = {
    github: await githubClient(),
    repository,
    appId: 1,
    fence: { request: { fetch } },
  };
  await concludeCheckRun(publisher, 9, report);
  return sent;
}

test("annotations go fifty at a time, and the conclusion goes with the last of them", async () => {
  const sent = await conclude(200, 200, 200);
  expect(
    sent.map(({ status, conclusion, output }) => [status, conclusion, output.annotations?.length]),
  ).toEqual([
    ["in_progress", undefined, 50],
    ["in_progress", undefined, 50],
    [undefined, "success", 20],
  ]);
});

test.each([[[422, 200]], [[200, 422, 200]], [[200, 200, 422, 200]]])(
  "what GitHub refuses (%j) is written in its smallest form",
  async (answers) => {
    const sent = await conclude(...answers);
    expect(sent.at(-1)).toEqual({
      conclusion: "success",
      output: { title: "Open", summary: "In short" },
    });
  },
);

test("any other error is passed on, and no conclusion follows it", async () => {
  await expect(conclude(200, 502)).rejects.toThrow();
});
