import { setTimeout as sleep } from "node:timers/promises";
import type { StandIn } from "../stand-in/stand-in.ts";

type Pull = Awaited<ReturnType<StandIn["openPullRequest"]>>;

const patienceMs = 20_000;

/**
 * Waits until the check of the pull request's head has the conclusion and its comment says what is expected. Returns
 * the check's title; throws when that does not happen in time.
 */
export async function waitForAnswer(
  github: StandIn,
  pull: Pull,
  conclusion: string,
  comment: (body: string) => boolean = () => true,
): Promise<string> {
  const { sha } = github.pullRequest(pull).head;
  const deadline = performance.now() + patienceMs;
  let last = "no check run";
  while (performance.now() < deadline) {
    const state = github.conclusionsOf(pull.repository, sha).at(-1);
    last = `${state?.status} ${state?.conclusion} ${state?.title}`;
    const told = github.commentsOf(pull).some(({ body }) => comment(body));
    if (state?.conclusion === conclusion && told) return state.title ?? "";
    await sleep(50);
  }
  throw new Error(`the check did not become ${conclusion}; it is: ${last}`);
}
