import { setTimeout as sleep } from "node:timers/promises";
import type { Desk } from "./desk.ts";

const patienceMs = 110_000;

/** Waits until our check on a commit has the conclusion and its summary says what is expected; its title. */
export async function commitAnswer(
  { github, repository }: Pick<Desk, "github" | "repository">,
  sha: string,
  conclusion: string,
  ...said: readonly string[]
): Promise<string> {
  const deadline = performance.now() + patienceMs;
  let last = "no check run";
  while (performance.now() < deadline) {
    const state = github.conclusionsOf(repository, sha).at(-1);
    const summary = github.checkRunOf(repository, sha)?.summary ?? "";
    last = `${state?.status} ${state?.conclusion} ${state?.title}\n${summary}`;
    const tells = said.every((words) => summary.includes(words));
    if (state?.conclusion === conclusion && tells) return state.title ?? "";
    await sleep(50);
  }
  throw new Error(`the check on ${sha} did not become ${conclusion} with ${said}; it is: ${last}`);
}
