import { setTimeout as sleep } from "node:timers/promises";
import type { StandIn } from "../stand-in/stand-in.ts";

type Pull = Awaited<ReturnType<StandIn["openPullRequest"]>>;

const patienceMs = 110_000;

/**
 * Waits until the check of the pull request's head has the conclusion and its comment says what is expected. Returns
 * the check's title; throws when that does not happen in time.
 */
export async function waitForAnswer(
  github: StandIn,
  pull: Pull,
  conclusion: string,
  comment?: (body: string) => boolean,
): Promise<string> {
  const deadline = performance.now() + patienceMs;
  let last = "no check run";
  while (performance.now() < deadline) {
    const { sha } = github.pullRequest(pull).head;
    const state = github.conclusionsOf(pull.repository, sha).at(-1);
    const summary = github.checkRunOf(pull.repository, sha)?.summary;
    last = `${state?.status} ${state?.conclusion} ${state?.title}\n${summary}`;
    const told = comment === undefined || github.commentsOf(pull).some(({ body }) => comment(body));
    if (state?.conclusion === conclusion && told) return state.title ?? "";
    await sleep(100);
  }
  const comments = github.commentsOf(pull).map(({ body }) => body);
  throw new Error(
    `the check did not become ${conclusion}; it is: ${last}\ncomments: ${comments.join("\n----\n")}`,
  );
}
