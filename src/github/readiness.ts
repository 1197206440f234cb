import type { Probot } from "probot";
import type { Store } from "../storage/store.ts";
import type { Readiness } from "./health.ts";
import { setupLines } from "./self-check/setup-lines.ts";

/** Asking GitHub at every probe would use up what the probes are for. */
const credentialsValidMs = 60_000;

/** Whether the store answers and GitHub knows the app; and what the self-check found. */
export function readiness(app: Probot, store: Store): Readiness {
  let checkedAt = Number.NEGATIVE_INFINITY;
  const credentials = async (): Promise<void> => {
    if (performance.now() - checkedAt < credentialsValidMs) return;
    const github = await app.auth();
    await github.rest.apps.getAuthenticated({
      request: { retries: 0, signal: AbortSignal.timeout(5_000) },
    });
    checkedAt = performance.now();
  };
  return async () => {
    const storeProblem = await problemOf(store.ping());
    const lines = storeProblem === undefined ? await setupLines(store.setupProblems) : [];
    return {
      parts: new Map([
        ["store", storeProblem],
        ["github", await problemOf(credentials())],
      ]),
      remarks: lines.map((line) => `self-check: ${line}`),
    };
  };
}

/** What went wrong, without anything that could be a secret. */
async function problemOf(check: Promise<unknown>): Promise<string | undefined> {
  try {
    await check;
    return undefined;
  } catch (error) {
    const status = error instanceof Error && "status" in error ? ` (${String(error.status)})` : "";
    return `does not answer${status}`;
  }
}
