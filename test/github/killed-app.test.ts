import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test, vi } from "vitest";
import { startStandIn } from "../stand-in/stand-in.ts";
import { waitForAnswer } from "./answer.ts";
import { sourceProgram, startApp } from "./app-process.ts";
import { createSupportDesk, repository, supportDesk } from "./support-desk.ts";

vi.setConfig({ testTimeout: 300_000 });

/** Requests at which a power cut can come while the first pull request is judged. */
const moments = [
  { when: "before anything is read", method: "GET", path: /pulls\/1$/ },
  { when: "before the check run is opened", method: "POST", path: /check-runs$/ },
  { when: "while the policy is read", method: "GET", path: /git\/blobs/ },
  { when: "before the comment is written", method: "POST", path: /issues\/1\/comments$/ },
  { when: "before the conclusion", method: "PATCH", path: /check-runs/ },
] as const;

describe.concurrent("kill -9 in the middle of an evaluation", () => {
  test.for(moments)(
    "$when: the restarted app ends in the same state",
    async ({ method, path }, { expect, onTestFinished }) => {
      const folder = mkdtempSync(join(tmpdir(), "countersign-test-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const github = await startStandIn();
      onTestFinished(() => github.close());
      await createSupportDesk(github);
      const database = join(folder, "store.db");
      const first = await startApp(github, database, sourceProgram);
      onTestFinished(() => first.kill());
      await github.commit({
        repository,
        branch: "refunds",
        author: "lena",
        files: { "kortix.yaml": supportDesk("kortix.moved.yaml") },
      });
      const held = github.faults.hold({ method, path });
      const pull = await github.openPullRequest({ repository, author: "nora", head: "refunds" });
      await held.arrived;
      await first.kill();
      held.release();

      const second = await startApp(github, database, sourceProgram);
      onTestFinished(() => second.kill());
      await waitForAnswer(github, pull, "action_required");
      await github.submitReview({ pull, user: "maria", state: "APPROVED" });
      await waitForAnswer(github, pull, "success");

      const { sha } = github.pullRequest(pull).head;
      expect(github.checkRunsOf(repository, sha)).toHaveLength(1);
      expect(github.commentsOf(pull)).toHaveLength(1);
      expect(github.violations).toEqual([]);
    },
  );
});
