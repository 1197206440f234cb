import type { Call } from "../../policy/call.ts";
import type { Decision, RuleReference } from "../../policy/decision.ts";
import type { Policy } from "../../policy/policy.ts";
import { type CallDecision, decideCall } from "../masked/decide-call.ts";
import { badLineTally, corpusFault } from "./bad-lines.ts";
import { changeGroups } from "./change-groups.ts";
import { type CorpusEntry, entryOf } from "./corpus-entry.ts";
import { newMatrix } from "./decision-matrix.ts";
import { expectationTally } from "./expectations.ts";
import { missingTally } from "./missing-arguments.ts";
import { isPresumed } from "./presumption.ts";
import type { SavedCall } from "./saved-call.ts";
import type { Simulation } from "./simulation.ts";
import { count, newTally } from "./tally.ts";

/**
 * Decides each saved call under base and under head and says what changes. What a record says of an earlier answer is
 * not trusted. A plain call counts once; its line is its position, from 1. Memory does not grow with the number of calls.
 */
export function simulate(
  base: Policy,
  head: Policy,
  calls: Iterable<Call | CorpusEntry>,
): Simulation {
  const replay = newReplay(base, head);
  for (const call of calls) replay.take(call);
  return replay.result();
}

/** The same for a corpus that is read while it is decided. */
export async function simulateStream(
  base: Policy,
  head: Policy,
  calls: AsyncIterable<Call | CorpusEntry>,
): Promise<Simulation> {
  const replay = newReplay(base, head);
  for await (const call of calls) replay.take(call);
  return replay.result();
}

interface Replay {
  take(entry: Call | CorpusEntry): void;
  result(): Simulation;
}

function newReplay(base: Policy, head: Policy): Replay {
  const total = newTally();
  const presumed = newTally();
  const undecidable = newTally();
  const missing = missingTally();
  const badLines = badLineTally();
  const expectations = expectationTally();
  const differences = newDifferences();
  let position = 0;

  const decide = (saved: SavedCall): void => {
    const { call } = saved;
    const before = decideCall(base, call);
    const after = decideCall(head, call);
    count(total, saved.count);
    if (isPresumed(base, call, before) || isPresumed(head, call, after)) {
      count(presumed, saved.count);
    }
    const unknown = firstMissing(after, before);
    if (unknown !== undefined) {
      count(undecidable, saved.count);
      missing.take(saved, ...unknown);
    }
    expectations.take(saved, after);
    differences.take(saved, before, after);
  };

  return {
    take(call) {
      position += 1;
      const entry = entryOf(call, position);
      if (entry.kind === "bad-line") badLines.take(entry);
      else decide(entry);
    },
    result() {
      const fault = corpusFault(total.calls, badLines.result());
      return {
        total,
        ...differences.result(),
        presumed,
        undecidable,
        missing: missing.result(),
        ...expectations.result(),
        badLines: badLines.result(),
        ...(fault === undefined ? {} : { fault }),
      };
    },
  };
}

/** What would have to be known of a call, under head if it is undecidable there, else under base. */
function firstMissing(
  ...decisions: readonly CallDecision[]
): readonly [RuleReference, readonly string[]] | undefined {
  for (const { rule, missing } of decisions) {
    if (rule !== undefined && missing !== undefined) return [rule, missing];
  }
  return undefined;
}

interface Differences {
  take(saved: SavedCall, base: Decision, head: Decision): void;
  result(): Pick<
    Simulation,
    "matrix" | "changed" | "groups" | "ungrouped" | "indeterminate" | "indeterminateGroups"
  >;
}

function newDifferences(): Differences {
  const matrix = newMatrix();
  const changed = changeGroups();
  const indeterminate = changeGroups();
  return {
    take(saved, base, head) {
      if (base.effect === "indeterminate" || head.effect === "indeterminate") {
        indeterminate.add(saved, base, head);
        return;
      }
      count(matrix[base.effect][head.effect], saved.count);
      if (base.effect !== head.effect) changed.add(saved, base, head);
    },
    result: () => ({
      matrix,
      changed: changed.total,
      groups: changed.groups(),
      ungrouped: changed.ungrouped,
      indeterminate: indeterminate.total,
      indeterminateGroups: indeterminate.groups(),
    }),
  };
}
