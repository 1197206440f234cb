import type { DecisionEntry } from "../../storage/decisions/decision-entry.ts";
import type { WorkSubject } from "../../storage/work/work-subject.ts";

/** A pull request, and the last verdict on it. */
export interface JudgedBefore {
  readonly subject: WorkSubject;
  readonly verdict: DecisionEntry | undefined;
}

/** The order in which pull requests are judged again: those that are green first, because they must not stay so. */
export function greenFirst(pulls: readonly JudgedBefore[]): readonly WorkSubject[] {
  const isGreen = ({ verdict }: JudgedBefore): boolean => verdict?.verdict === "success";
  const green = pulls.filter(isGreen);
  const others = pulls.filter((pull) => !isGreen(pull));
  return [...green, ...others].map(({ subject }) => subject);
}
