import { type SetupProblem, setupProblemPhrase } from "../../report/review/setup-problem.ts";
import type { SetupProblems } from "../../storage/setup-problems.ts";

/**
 * What the self-check found, a line for each kind of problem with how often it stands. Without names: whoever probes an
 * instance need not learn who uses it.
 */
export async function setupLines(problems: SetupProblems): Promise<readonly string[]> {
  const counts = new Map<string, number>();
  for (const place of await problems.all()) {
    for (const problem of place.problems) {
      const line = lineOf(problem);
      counts.set(line, (counts.get(line) ?? 0) + 1);
    }
  }
  return [...counts].map(([line, count]) => (count === 1 ? line : `${line} (${count} times)`));
}

function lineOf(problem: SetupProblem): string {
  const nameless = "branch" in problem ? { ...problem, branch: "a guarded branch" } : problem;
  return setupProblemPhrase(nameless)
    .map(({ kind, text }) => (kind === "quoted" ? `\`${text}\`` : text))
    .join("");
}
