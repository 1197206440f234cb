import type { Finding } from "../analysis/findings/finding.ts";
import type { FindingKind } from "../analysis/findings/finding-kind.ts";
import { lintUnfinished } from "../analysis/findings/incomplete-kinds.ts";
import { suppressionExpired, suppressionUnused } from "../analysis/findings/suppression-kinds.ts";
import type { Policy } from "../policy/policy.ts";
import { quoted } from "../policy/source/visible-text.ts";
import { means, type Suppressible, type Suppression } from "./suppression.ts";

/** The suppressions that hold at a moment. */
export interface Suppressions {
  /** The one by which something that is said of a policy is ignored; undefined: it is shown. */
  of(remark: Suppressible, policy: Policy | undefined): Suppression | undefined;
}

/**
 * What is ignored at a moment (milliseconds since the epoch): what each of the given lists says is. A change of the
 * configuration can so neither ignore what was shown nor what it will no longer ignore.
 */
export function suppressionsAt(
  lists: readonly (readonly Suppression[])[],
  now: number,
): Suppressions {
  return {
    of: (remark, policy) => {
      const found = lists.map((list) =>
        list.find((one) => now < one.endsAt && means(one, remark, policy)),
      );
      return found.includes(undefined) ? undefined : found[0];
    },
  };
}

/** What a policy is said to do and to hold; undefined: it does not read. */
export interface Remarked {
  readonly policy: Policy | undefined;
  readonly remarks: readonly Suppressible[];
}

/**
 * What is wrong with suppressions: the day of one is over, or nothing is said that it means. The latter is not known while
 * a policy does not read, or was not looked at to the end.
 */
export function suppressionFindings(
  suppressions: readonly Suppression[],
  policies: readonly Remarked[],
  now: number,
): readonly Finding[] {
  const isKnown = policies.every(
    ({ policy, remarks }) =>
      policy !== undefined && remarks.every(({ id }) => id !== lintUnfinished.id),
  );
  return suppressions.flatMap((one) => {
    if (one.endsAt <= now) {
      const why = `it was to be ignored until ${one.until}: ${quoted(one.reason)}`;
      return [about(suppressionExpired, one, `${name(one)} is not ignored any more`, why)];
    }
    const isUsed = policies.some(({ policy, remarks }) =>
      remarks.some((remark) => means(one, remark, policy)),
    );
    if (isUsed || !isKnown) return [];
    const why = "no such finding is there, or its rule is written otherwise";
    return [about(suppressionUnused, one, `${name(one)} is ignored, and is not there`, why)];
  });
}

function name({ id, rule }: Suppression): string {
  return rule === undefined ? quoted(id) : `${quoted(id)} of rule ${quoted(rule)}`;
}

function about(
  { id, severity }: Omit<FindingKind, "find">,
  { span }: Suppression,
  message: string,
  why: string,
): Finding {
  const help =
    id === suppressionExpired.id
      ? "mend the rule, or write a later day in a change of its own"
      : "remove it from `findings.ignore`";
  return { id, severity, message, why, help, span };
}
