import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type StandIn, startStandIn } from "../stand-in/stand-in.ts";
import { waitForAnswer } from "./answer.ts";
import { type AppProcess, sourceProgram, startApp } from "./app-process.ts";
import { createSupportDesk, repository, supportDesk } from "./support-desk.ts";

/** Requests at which a power cut can come while the first pull request is judged. */
const moments = [
  { when: "before anything is read", method: "GET", path: /pulls\/1$/ },
  { when: "before the check run is opened", method: "POST", path: /check-runs$/ },
  { when: "while the policy is read", method: "GET", path: /git\/blobs/ },
  { when: "before the comment is written", method: "POST", path: /issues\/1\/comments$/ },
  { when: "before the conclusion", method: "PATCH", path: /check-runs/ },
] as const;

describe("kill -9 in the middle of an evaluation", () => {
  let github: StandIn;
  let folder: string;
  let app: AppProcess;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "countersign-test-"));
    github = await startStandIn();
    await createSupportDesk(github);
  });
  afterEach(async () => {
    await app.kill();
    await github.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(moments)("$when: the restarted app ends in the same state", async ({ method, path }) => {
    const database = join(folder, "store.db");
    app = await startApp(github, database, sourceProgram);
    await github.commit({
      repository,
      branch: "refunds",
      author: "lena",
      files: { "kortix.yaml": supportDesk("kortix.moved.yaml") },
    });
    const held = github.faults.hold({ method, path });
    const pull = await github.openPullRequest({ repository, author: "nora", head: "refunds" });
    await held.arrived;
    await app.kill();
    held.release();

    app = await startApp(github, database, sourceProgram);
    await waitForAnswer(github, pull, "action_required");
    await github.submitReview({ pull, user: "maria", state: "APPROVED" });
    await waitForAnswer(github, pull, "success");

    const { sha } = github.pullRequest(pull).head;
    expect(github.checkRunsOf(repository, sha)).toHaveLength(1);
    expect(github.commentsOf(pull)).toHaveLength(1);
    expect(github.violations).toEqual([]);
  });
});
